/** UUIDs are compared without case, and written in small letters (RFC 9562 §4). Other ids are opaque. */
const uuids = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi

/** Returns a text with every UUID that stands by itself in small letters. */
export function withSmallUuids(text: string): string {
  return text.replace(uuids, (uuid) => uuid.toLowerCase())
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns an id in the one way it is compared: a UUID in small letters, any other as it is. */
export function comparableId(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : id
}
