/** Every page that links lead to, for a bench to visit. */
import { request } from 'undici'
import { type PathName, paths } from '../../app/paths'

const names = Object.keys(paths) as PathName[]
const attempts = 3
/** What answers with a file, which takes minutes of a fleet, or with an event stream. */
const noPage = /Csv|Suggestions|Live$/

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
      const address = tried.has(name) || noPage.test(name) ? null : addressOf(name, known)
      if (!address) continue
      tried.add(name)
      isNew = true
      for (const suffix of ['', '?all=1']) {
        const html = await htmlOf(origin + address + suffix, headers)
        if (html === null) continue
        pages.set(name, { name, address: address + suffix, html })
        for (const [, link = ''] of html.matchAll(/href="([^"?#]+)/g))
          learn(known, new URL(link, origin + address).pathname)
        break
      }
    }
  }
  return [...pages.values()]
}

/** Reads a page, each on a connection of its own; null where none answers. A machine with too much to do cuts some off. */
async function htmlOf(url: string, headers: Record<string, string>): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await request(url, { headers, reset: true })
      const text = await answer.body.text()
      const isPage = answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('text/html')
      return isPage ? text : null
    } catch (error) {
      if (attempt === attempts) throw new Error(`${url} was cut off`, { cause: error })
    }
  }
}

/** Names of paths of pages that are not among these. */
export const missing = (pages: readonly FoundPage[]) =>
  names.filter((name) => !noPage.test(name) && !pages.some((page) => page.name === name))

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
