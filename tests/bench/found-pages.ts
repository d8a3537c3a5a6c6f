/** Every page that links lead to, for a bench to visit. */
import { request } from 'undici'
import { type PathName, paths } from '../../app/paths'

const names = Object.keys(paths) as PathName[]

export interface FoundPage {
  name: PathName
  address: string
  html: string
}

/** Every page that answers to a GET, from these addresses on; what has things below it is read for their addresses. */
export async function findPages(origin: string, headers: Record<string, string>, from: readonly string[]) {
  /** For each thing in an address, the params of the first address it was seen in. */
  const known = new Map<string, Record<string, string>>()
  for (const address of from) learn(known, address)
  const pages = new Map<PathName, FoundPage>()
  const tried = new Set<PathName>()
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const name of names) {
      const address = tried.has(name) ? null : addressOf(name, known)
      if (!address) continue
      tried.add(name)
      isNew = true
      for (const suffix of ['', '?all=1']) {
        // A connection of its own: one that waits between two pages may be closed meanwhile.
        const answer = await request(origin + address + suffix, { headers, reset: true })
        const html = await answer.body.text()
        const isPage = answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('text/html')
        if (!isPage) continue
        pages.set(name, { name, address: address + suffix, html })
        for (const [, link = ''] of html.matchAll(/href="([^"?#]+)/g))
          learn(known, new URL(link, origin + address).pathname)
        break
      }
    }
  }
  return [...pages.values()]
}

/** Names of paths without a page among these; what answers with a file or an event stream is none. */
export const missing = (pages: readonly FoundPage[]) =>
  names.filter((name) => !/Csv|Suggestions|Live$/.test(name) && !pages.some((page) => page.name === name))

const keysOf = (name: PathName) => [...paths[name].matchAll(/:(\w+)/g)].map(([, key]) => key ?? '')

function addressOf(name: PathName, known: ReadonlyMap<string, Record<string, string>>): string | null {
  const keys = keysOf(name)
  const params = keys.length === 0 ? {} : known.get(keys.at(-1) ?? '')
  if (!params || keys.some((key) => !params[key])) return null
  if (['logout', 'login', 'loginStart', 'loginCallback', 'guestWall', 'refused', 'home'].includes(name)) return null
  return paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
}

/** The last part of an address is a word where a path has it, and the id of a thing where none has. */
function learn(known: Map<string, Record<string, string>>, address: string): void {
  const patterns = names.map((name) => ({
    name,
    pattern: new RegExp(`^${paths[name].replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  const matching = patterns.flatMap(({ name, pattern }) => {
    const match = pattern.exec(address)
    return match ? [{ name, params: { ...match.groups } as Record<string, string> }] : []
  })
  const fewest = matching.sort((one, other) => keysOf(one.name).length - keysOf(other.name).length)[0]
  if (!fewest || Object.values(fewest.params).includes('none')) return
  for (const key of Object.keys(fewest.params)) if (!known.has(key)) known.set(key, fewest.params)
}
