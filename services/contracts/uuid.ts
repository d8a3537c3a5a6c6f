/** UUIDs are compared without case and written in lower case (RFC 9562 §4). Other ids are opaque. */
const uuids = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi

/** Returns a text with every separate UUID in lower case. */
export function withSmallUuids(text: string): string {
  return text.replace(uuids, (uuid) => uuid.toLowerCase())
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns an id in the form in which it is compared: a UUID in lower case, any other unchanged. */
export function comparableId(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : id
}
