/** How text is kept, by itself: browsers read it, too, and are sent no schema with it. */

/** Around a text: spaces of every kind, and marks that nobody sees. Between letters some of them have work to do. */
const unseen = '[\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\uffa0]+'
const around = new RegExp(`^${unseen}|${unseen}$`, 'g')

/** Text as it is kept: NFC, line ends of any kind one new line, nothing unseen around it (domain §0). */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(around, '')
}
