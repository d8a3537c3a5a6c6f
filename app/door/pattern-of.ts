import { paths } from '~/paths'

let patterns: { path: string; addresses: RegExp }[] | undefined

/** The path of `paths` that an address is of, without any of its ids; null where it is of none. */
export function patternOf(pathname: string): string | null {
  // Those with fewer ids in them first, because they say more.
  patterns ??= Object.values(paths)
    .sort((one, other) => one.split(':').length - other.split(':').length)
    .map((path) => ({ path, addresses: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }))
  return patterns.find(({ addresses }) => addresses.test(pathname))?.path ?? null
}
