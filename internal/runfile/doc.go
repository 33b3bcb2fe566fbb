// Package runfile reads and writes run files: records, each a key and a value,
// sorted by the bytes of the keys. A key may occur more than once. Files can be read
// from any key on, and whatever was cut, lost or changed in them is noticed.
//
// It does not sort (package extsort merges) and knows nothing of what keys and
// values mean.
//
//	offset  bytes
//	     0      7  "pkrun1\n"
//	     7      1  codec: 0 as it is, 1 S2, 2 Zstandard
//	     8    ...  blocks, one after another
//	     i    ...  index
//	-32..-1     32  i; length of the index; its checksum; "pkrunend"
//
//	block   records, compressed by the codec
//	record  uvarint length of the key, key, uvarint length of the value, value
//	index   for each block: uvarint length, uvarint length of the records,
//	        uvarint number of records, checksum of the block (8 bytes),
//	        uvarint length of the first key, first key
//
// The numbers of the last 32 bytes have 8 bytes, the least first. Checksums are
// XXH3 of 64 bits. A file without a block is valid.
package runfile
