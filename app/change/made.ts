/** Finds what a call created, where the reply of the service has less than the thing. */
import { plainText } from '#contracts/plain-text'
import { ServiceError } from '~/backend/service-error'

export type Made<Thing> = Partial<Thing> & { id: string }

/**
 * Returns the created thing from the reply; else from `among`, by its id or as the only match. Null where it cannot
 * be identified; it exists all the same.
 */
export async function madeThing<Thing extends { id: string; name?: string }>(
  told: Partial<NoInfer<Thing>>,
  { among, isIt }: { among: () => Promise<readonly Thing[]>; isIt: (one: NoInfer<Thing>) => boolean },
): Promise<Made<Thing> | null> {
  const { id } = told
  if (id !== undefined && told.name !== undefined) return { ...told, id }
  const fitting = (await orNone(among)).filter((one) => (id === undefined ? isIt(one) : one.id === id))
  if (fitting.length === 1) return fitting[0] as Thing
  return id === undefined ? null : { ...told, id }
}

/**
 * Returns several things created by one call, each by its requested name; undefined for those that cannot be
 * identified.
 */
export async function madeThings<Thing extends { name?: string }>(
  told: readonly NoInfer<Thing>[],
  { names, among }: { names: readonly string[]; among: () => Promise<readonly Thing[]> },
): Promise<(Thing | undefined)[]> {
  if (told.length === names.length) return [...told]
  const there = await orNone(among)
  return names.map((name) => there.find(isNamed(name)))
}

async function orNone<Thing>(read: () => Promise<readonly Thing[]>): Promise<readonly Thing[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}

/** Returns whether a thing has the typed name. */
export const isNamed = (name: string) => (one: { name?: string }) =>
  one.name !== undefined && plainText(one.name) === plainText(name)
