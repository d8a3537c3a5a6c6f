/** Writes small archives: the files of simulated controllers and of tests (APPNOTE 6.3). */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: Buffer
  /** Uncompressed; deflated by default. */
  stored?: boolean
}

/** 1 January 2026, 00:00, so that the same entries produce the same bytes. */
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1

/** Returns an archive of the entries, in their order; at most 65,535 of them and 4 GB. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, stored = false } of entries) {
    const packed = stored ? bytes : deflateRawSync(bytes)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(stored ? 0 : 8, 4)
    facts.writeUInt16LE(dosDate, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), facts, title, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, title)
    offset += 30 + title.length + packed.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}
