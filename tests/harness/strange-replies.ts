/** The ways in which somebody else's backend writes the same answer: what it says changes, what it means does not. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

type Json = unknown
type Member = (name: string, value: Json) => [string, Json] | null

/** Every member of every object, inner ones first; null leaves it out. */
function members(json: Json, change: Member): Json {
  if (Array.isArray(json)) return json.map((one) => members(one, change))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const changed = change(name, members(value, change))
      return changed ? [changed] : []
    }),
  )
}

const isId = (name: string) => /(?:^i|I)ds?$|^(?:key|eTag|entityId)$/.test(name)
const isPlain = (value: Json) => typeof value !== 'object' || value === null
const isWord = (name: string, value: Json): value is string =>
  typeof value === 'string' &&
  /^(?:type|kind|usage|status|category|sendState|processState|syncState|ackState|eventState|onboardingStatus|valueType|objectType|architecture|platform|level|source|quality|severity)$/.test(
    name,
  )
const isMoment = (value: Json): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is not an id, an eTag or a name of a row may be missing anywhere. */
const canBeMissing = (name: string, value: Json) => !isId(name) && name !== 'name' && isPlain(value)

/** Changes of what the JSON of an answer says. */
export const strangeJson: Record<string, (json: Json) => Json> = {
  'null for what is optional': (json) =>
    members(json, (name, value) => [name, canBeMissing(name, value) ? null : value]),
  'nothing for what is optional': (json) =>
    members(json, (name, value) => (canBeMissing(name, value) ? null : [name, value])),
  'null for lists inside': (json) =>
    members(json, (name, value) => [name, Array.isArray(value) && name !== 'data' ? null : value]),
  'no names': (json) => members(json, (name, value) => (name === 'name' ? null : [name, value])),
  'numbers and truth as text': (json) =>
    members(json, (name, value) => [name, ['number', 'boolean'].includes(typeof value) ? String(value) : value]),
  'times as numbers': (json) => members(json, (name, value) => [name, isMoment(value) ? Date.parse(value) : value]),
  'words with capitals': (json) => members(json, (name, value) => [name, isWord(name, value) ? capital(value) : value]),
  'words nobody knows': (json) => members(json, (name, value) => [name, isWord(name, value) ? 'Quiescent' : value]),
  'times nobody can read': (json) => members(json, (name, value) => [name, isMoment(value) ? 'the day before' : value]),
  'less than nothing': (json) => members(json, (name, value) => [name, typeof value === 'number' ? -1 : value]),
  'members with capitals': (json) => members(json, (name, value) => [capital(name), value]),
  'members nobody knows': (json) =>
    members(json, (name, value) => [name, value]) &&
    (isPlain(json) || Array.isArray(json) ? json : { ...(json as object), tenantCode: 7, links: [{ rel: 'self' }] }),
  'ids in capitals': (json) =>
    members(json, (name, value) => [
      name,
      isId(name) && typeof value === 'string' && name !== 'eTag' ? value.toUpperCase() : value,
    ]),
  'a wrapper around it': (json) =>
    typeof json === 'object' && json !== null && 'data' in json ? json : { data: json },
  'no wrapper around it': (json) =>
    typeof json === 'object' && json !== null && 'data' in json ? (json as { data: Json }).data : json,
  'a row that is null': (json) =>
    Array.isArray(json)
      ? [...json, null]
      : members(json, (name, value) => [name, name === 'data' && Array.isArray(value) ? [...value, null] : value]),
}

/** Changes of how the bytes of an answer are written. */
export const strangeBytes: Record<string, (text: string) => { body: Buffer; headers: Record<string, string> }> = {
  'a byte order mark': (text) => ({ body: Buffer.from(`\uFEFF${text}`), headers: {} }),
  'UTF-16': (text) => ({
    body: Buffer.from(`\uFEFF${text}`, 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16' },
  }),
  'Latin-1': (text) => ({
    body: Buffer.from(text.replace(/[^\u0000-\u00ff]/g, '?'), 'latin1'),
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
  }),
  gzip: (text) => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }),
  brotli: (text) => ({ body: brotliCompressSync(text), headers: { 'content-encoding': 'br' } }),
  deflate: (text) => ({ body: deflateSync(text), headers: { 'content-encoding': 'deflate' } }),
  'deflate without its head': (text) => ({ body: deflateRawSync(text), headers: { 'content-encoding': 'deflate' } }),
}
