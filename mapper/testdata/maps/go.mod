module example.com/shop // the shop

go 1.26

require (
	example.com/a v1.0.0
	example.com/b v1.2.3 // indirect
)

replace example.com/a => ../a
