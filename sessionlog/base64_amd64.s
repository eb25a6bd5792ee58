//go:build !purego

#include "textflag.h"

// A byte is a letter of base64 unless the entries for its two halves share a bit.
// (The tables are those of Mula and Lemire, "Faster Base64 Encoding and Decoding using
// AVX2 Instructions", https://arxiv.org/abs/1704.00605.)
DATA low64<>+0(SB)/8, $0x1111111111111115
DATA low64<>+8(SB)/8, $0x1a1b1b1b1a131111
GLOBL low64<>(SB), RODATA|NOPTR, $16

DATA high64<>+0(SB)/8, $0x0804080402011010
DATA high64<>+8(SB)/8, $0x1010101010101010
GLOBL high64<>(SB), RODATA|NOPTR, $16

DATA half64<>+0(SB)/1, $0x0f
GLOBL half64<>(SB), RODATA|NOPTR, $1

// func base64Blocks(src *byte, n int) bool
TEXT ·base64Blocks(SB), NOSPLIT, $0-17
	MOVQ src+0(FP), SI
	MOVQ n+8(FP), CX

	VPBROADCASTB   half64<>(SB), Y7
	VBROADCASTI128 low64<>(SB), Y8
	VBROADCASTI128 high64<>(SB), Y9
	VPXOR          Y6, Y6, Y6

block:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPSRLW  $4, Y0, Y2
	VPSRLW  $4, Y1, Y3
	VPAND   Y7, Y0, Y0
	VPAND   Y7, Y1, Y1
	VPAND   Y7, Y2, Y2
	VPAND   Y7, Y3, Y3
	VPSHUFB Y0, Y8, Y0
	VPSHUFB Y1, Y8, Y1
	VPSHUFB Y2, Y9, Y2
	VPSHUFB Y3, Y9, Y3
	VPAND   Y0, Y2, Y0
	VPAND   Y1, Y3, Y1
	VPOR    Y0, Y6, Y6
	VPOR    Y1, Y6, Y6
	ADDQ    $64, SI
	DECQ    CX
	JNZ     block

	VPTEST Y6, Y6
	SETEQ  ret+16(FP)
	VZEROUPPER
	RET
