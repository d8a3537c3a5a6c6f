/** What the text of a form costs in the page that hands it back. */

/** Bytes that the typed text of one form may take in a page, its marks escaped; and the text of a file. */
export const mostInPage = { typed: 1024 * 1024, file: 2 * 1024 * 1024 }
/** The bytes that each of the marks `"&'<>` takes more in HTML, at most. */
const escapes = new Uint8Array(256)
for (const code of [0x22, 0x26, 0x27, 0x3c, 0x3e]) escapes[code] = 5

/** Returns the bytes that UTF-8 text takes in HTML, at most. */
export function sizeInPage(bytes: Uint8Array): number {
  let size = bytes.length
  for (const byte of bytes) size += escapes[byte] as number
  return size
}
