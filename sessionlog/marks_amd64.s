//go:build !purego

#include "textflag.h"

// What may stand behind a backslash: " / \ b f n r t u. A byte is one of them when
// the entries for its two halves share a bit: bit 0 is for 2x, 1 for 5x, 2 for 6x,
// 3 for 7x.
DATA low<>+0(SB)/8, $0x00040808000d0000 // 2: 0d, 4: 08, 5: 08, 6: 04
DATA low<>+8(SB)/8, $0x0104000200000000 // c: 02, e: 04, f: 01
GLOBL low<>(SB), RODATA|NOPTR, $16

DATA high<>+0(SB)/8, $0x0804020000010000 // 2: 01, 5: 02, 6: 04, 7: 08
DATA high<>+8(SB)/8, $0
GLOBL high<>(SB), RODATA|NOPTR, $16

DATA bytes<>+0(SB)/8, $0x0f751f225c // backslash, quote, last control character, u, half
GLOBL bytes<>(SB), RODATA|NOPTR, $8

// MASK sets out to one bit a byte of the two registers.
#define MASK(lo, hi, scratch, out) \
	VPMOVMSKB lo, out     \
	VPMOVMSKB hi, scratch \
	SHLQ      $32, scratch \
	ORQ       scratch, out

// func markBlocks(dst *marks, src *byte, n int, carry uint64) (next, unicode, wide uint64)
TEXT ·markBlocks(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ carry+24(FP), R8
	XORQ R12, R12

	VPBROADCASTB   bytes<>+0(SB), Y8
	VPBROADCASTB   bytes<>+1(SB), Y9
	VPBROADCASTB   bytes<>+2(SB), Y10
	VPBROADCASTB   bytes<>+3(SB), Y11
	VPBROADCASTB   bytes<>+4(SB), Y12
	VBROADCASTI128 low<>(SB), Y13
	VBROADCASTI128 high<>(SB), Y14
	VPXOR          Y7, Y7, Y7
	VPXOR          Y6, Y6, Y6
	MOVQ           $0xaaaaaaaaaaaaaaaa, R15
	TESTQ          CX, CX
	JZ             done

block:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPOR    Y0, Y6, Y6
	VPOR    Y1, Y6, Y6

	// BX: backslashes
	VPCMPEQB Y0, Y8, Y2
	VPCMPEQB Y1, Y8, Y3
	MASK(Y2, Y3, AX, BX)

	// DX: quotes
	VPCMPEQB Y0, Y9, Y2
	VPCMPEQB Y1, Y9, Y3
	MASK(Y2, Y3, AX, DX)

	// R9: control characters
	VPMINUB  Y0, Y10, Y2
	VPMINUB  Y1, Y10, Y3
	VPCMPEQB Y0, Y2, Y2
	VPCMPEQB Y1, Y3, Y3
	MASK(Y2, Y3, AX, R9)

	// R11: u
	VPCMPEQB Y0, Y11, Y2
	VPCMPEQB Y1, Y11, Y3
	MASK(Y2, Y3, AX, R11)

	// R10: what may not stand behind a backslash
	VPSHUFB  Y0, Y13, Y2
	VPSHUFB  Y1, Y13, Y3
	VPSRLW   $4, Y0, Y4
	VPSRLW   $4, Y1, Y5
	VPAND    Y4, Y12, Y4
	VPAND    Y5, Y12, Y5
	VPSHUFB  Y4, Y14, Y4
	VPSHUFB  Y5, Y14, Y5
	VPAND    Y2, Y4, Y2
	VPAND    Y3, Y5, Y3
	VPCMPEQB Y2, Y7, Y2
	VPCMPEQB Y3, Y7, Y3
	MASK(Y2, Y3, AX, R10)

	MOVQ BX, 8(DI)

	// In a run of backslashes each second one is escaped, and so is what follows a
	// run of odd length. A subtraction carries through the runs: the bits that it
	// flips, seen against the odd positions, are the escaping ones and their ends.
	MOVQ R8, AX
	NOTQ AX
	ANDQ BX, AX          // backslashes that are not escaped by the block before
	LEAQ (AX)(AX*1), R13
	ORQ  R15, R13
	SUBQ AX, R13
	XORQ R15, R13
	ORQ  BX, R8
	XORQ R13, R8         // R8: escaped bytes
	ANDQ R8, R10         // that may not be
	ANDQ R8, R11
	NOTQ R8
	ANDQ R8, DX          // quotes that end a string
	ORQ  R9, DX
	ORQ  R10, DX
	MOVQ DX, (DI)
	MOVQ R11, 16(DI)
	ORQ  R11, R12
	ANDQ BX, R13
	SHRQ $63, R13
	MOVQ R13, R8

	ADDQ $64, SI
	ADDQ $24, DI
	DECQ CX
	JNZ  block

done:
	VPMOVMSKB Y6, AX
	VZEROUPPER
	MOVQ AX, wide+48(FP)
	MOVQ R8, next+32(FP)
	MOVQ R12, unicode+40(FP)
	RET
