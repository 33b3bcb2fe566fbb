// Package tier has the two formats of tier files, text and binary, and the work on
// them: the expansion of one tier into the next. It reads and writes bytes; which
// files there are and who does what when is not its business.
//
// # Codes in memory
//
// A [Code] has one byte for each assigned cell, w-1 in bits 5 and 6, the value below:
// codes of a tier compare as their text does.
//
// # Text
//
//	code                one a line, sorted, unique
//	...
//	9 ff LL HH MM pppp <count, 20> <sum, 20> <crc, 10> 000...
//
// The last line is the trailer: without its spaces, digits that fill at least 63
// places and one more than a code has. It begins with 9 and codes begin with 1, and it
// is longer than they are; so it stays last when lines are sorted, be it as text or as
// numbers. ff is the format, 01 for codes of two digits a cell; sum is the sum of the
// FNV-1a-64 of all codes modulo 2^64, and does not depend on their order; crc is the
// CRC-32 (IEEE) of the digits before it. A file without a trailer is not finished.
//
// # Binary, version 1
//
// Integers are little-endian.
//
//	header    0   8   magic "pztectn1"
//	          8   1   L
//	          9   1   H
//	          10  1   M
//	          11  1   0
//	          12  2   p
//	          14  2   0
//	          16  4   CRC-32 of the 16 bytes before
//	records   each code as the cells in which it differs from the one before:
//	          bits, lowest first, the last byte filled with 0
//	              3   n-1, where n is the number of cells at the end; 7 for more
//	              8   n-8, only if there are more than 7
//	              n × (2+b)  w-1 above the value of b bits, b what M needs
//	          the record of every 65,536th code, from the first on, has all cells
//	index     for each such block
//	              p   first code, a byte a cell
//	              8   offset of the block in the file
//	              4   CRC-32 of its bytes
//	end       0   8   count
//	          8   8   sum, as in the text form
//	          16  8   offset of the index
//	          24  4   CRC-32 of the index and the 24 bytes before
//	          28  8   magic "pztecend"
//
// With M up to 7 a cell has 5 bits, and a code takes one byte where only its last cell
// is new.
//
// # Further on
//
// [Reader] and [Writer] are the two ends of a file, [Expander] makes children,
// [Trailer] is the line above. Package grow has the rules.
package tier
