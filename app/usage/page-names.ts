/** Returns the name of a page by its address, without its ids. */
import { type PathName, paths } from '~/paths'

/** Names with the fewest ids first: `/tenants/new` is not a tenant. */
const pages = (Object.keys(paths) as PathName[])
  .map((name) => {
    const params = paths[name].match(/:[A-Za-z]+/g)?.length ?? 0
    return { name, params, pattern: new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}/?$`) }
  })
  .sort((one, other) => one.params - other.params)

/** Returns null where there is no page. */
export function pageNameOf(pathname: string): PathName | null {
  return pages.find(({ pattern }) => pattern.test(pathname))?.name ?? null
}
