/** What the page of an address is called, of whatever it shows. */
import { type PathName, paths } from '~/paths'

/** Those with the fewest parts that are an id come first: `/tenants/new` is no tenant. */
const known = (Object.keys(paths) as PathName[])
  .map((name) => {
    const params = paths[name].match(/:[A-Za-z]+/g)?.length ?? 0
    return { name, params, pattern: new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}/?$`) }
  })
  .sort((one, other) => one.params - other.params)

/** Null where there is no page. */
export function pageNameOf(pathname: string): PathName | null {
  return known.find(({ pattern }) => pattern.test(pathname))?.name ?? null
}
