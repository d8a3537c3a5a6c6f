import { paths } from '~/paths'

let patterns: { path: string; addresses: RegExp }[] | undefined

/** Returns the path in `paths` that matches an address, without its ids; null without a match. */
export function patternOf(pathname: string): string | null {
  // Those with fewer ids first, since they are more specific.
  patterns ??= Object.values(paths)
    .sort((one, other) => one.split(':').length - other.split(':').length)
    .map((path) => ({ path, addresses: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }))
  return patterns.find(({ addresses }) => addresses.test(pathname))?.path ?? null
}
