package mapper_test

import (
	"fmt"
	"log"

	"github.com/pi-fix/pi-fix/mapper"
)

// A file's outline as data, and as a text for a model within a budget.
func ExampleOutline() {
	m, err := mapper.Outline("shop.go", []byte("package shop\n\n// Cart holds what is bought.\ntype Cart struct {\n\tItems []string\n}\n\nfunc (c *Cart) Add(item string) {\n\tc.Items = append(c.Items, item)\n}\n"), mapper.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for depth, s := range m.All {
		fmt.Printf("%*s%s %s, lines %d to %d\n", 2*depth, "", s.Kind, s.Name, s.First, s.Last)
	}
	text, err := m.Format(mapper.Format{Budget: 1000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text.Text)
	// Output:
	// struct Cart, lines 4 to 6
	//   field Items, lines 5 to 5
	// method Add, lines 8 to 10
	//
	// ───────────────────────────────────────
	// File Map: shop.go
	// 10 lines │ 151 B │ Go
	// ───────────────────────────────────────
	//
	// type Cart struct: [4-6] — Cart holds what is bought.
	//   Items []string: [5]
	// func (c *Cart) Add(item string): [8-10]
	//
	// ───────────────────────────────────────
	// Use read(path, offset=LINE, limit=N) for targeted reads.
	// ───────────────────────────────────────
}
