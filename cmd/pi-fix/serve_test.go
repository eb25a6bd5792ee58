package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// freePort puts a port that nobody listens on into PORT. It is one that no client
// is given for its own end of a connection, so that it stays free until it is used.
func freePort(ts *testscript.TestScript, _ bool, _ []string) {
	for {
		port := strconv.Itoa(20000 + rand.IntN(10000))
		if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			ts.Check(l.Close())
			ts.Setenv("PORT", port)
			return
		}
	}
}

// askService is a program for scripts: it posts a file to a URL, or gets the URL
// when there is no file, and prints what came of it. A server that is only just
// being started is waited for. A third argument names a file that it makes as soon
// as the question is sent.
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
	ctx := context.Background()
	if len(os.Args) > 3 {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			WroteRequest: func(httptrace.WroteRequestInfo) { os.WriteFile(os.Args[3], nil, 0o666) },
		})
	}
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
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

// awaitFile waits until a file is there.
func awaitFile(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		for range 3000 {
			if _, err := os.Stat(ts.MkAbs(name)); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		ts.ReadFile(name)
	}
}

func await(url string) error {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	var err error
	for range 3000 {
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
