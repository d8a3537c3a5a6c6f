/** The size of a form's text in the page that returns it. */

/** Maximum bytes of the typed text of one form in a page, its special characters escaped; and of the text of a file. */
export const maxInPageBytes = { typed: 1024 * 1024, file: 2 * 1024 * 1024 }
/** The additional bytes of each of the characters `"&'<>` in HTML, at most. */
const escapes = new Uint8Array(256)
for (const code of [0x22, 0x26, 0x27, 0x3c, 0x3e]) escapes[code] = 5

/** Returns the bytes of a UTF-8 text in HTML, at most. */
export function bytesInPage(bytes: Uint8Array): number {
  let size = bytes.length
  for (const byte of bytes) size += escapes[byte] as number
  return size
}
