package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// freePort puts a port that nobody listens on into PORT.
func freePort(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv("PORT", port)
}

// askService is a program for scripts: it posts a file to a URL, or gets the URL
// when there is no file, and prints what came of it. A server that is only just
// being started is waited for.
func askService() {
	url := os.Args[1]
	method, body := http.MethodGet, []byte(nil)
	if len(os.Args) > 2 {
		method = http.MethodPost
		var err error
		if body, err = os.ReadFile(os.Args[2]); err != nil {
			fail(err)
		}
	}
	if err := await(url); err != nil {
		fail(err)
	}
	req, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		fail(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println("no answer")
		return
	}
	text, err := io.ReadAll(res.Body)
	fmt.Println(res.StatusCode, "retry-after="+res.Header.Get("retry-after"))
	fmt.Printf("%s\n", text)
	if err != nil {
		fmt.Println("broken off:", err)
	}
}

func await(url string) error {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	var err error
	for range 500 {
		var c net.Conn
		if c, err = net.Dial("tcp", host); err == nil {
			return c.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
