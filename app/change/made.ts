/** What a call made, where a service answers its creation with less than the thing: it is read again. */
import { plainText } from '#contracts/plain-text'
import { ServiceError } from '~/backend/service-error'

export type Made<Thing> = Partial<Thing> & { id: string }

/**
 * The thing as it was told; else as it stands among what is there now, by the id that was told or as the only one that
 * fits. Null where nobody can say which it is: it was made all the same.
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
 * Several things that one call made, each by the name it was to have; undefined for those that nobody can tell.
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

/** Whether a thing has the name that was typed. */
export const isNamed = (name: string) => (one: { name?: string }) =>
  one.name !== undefined && plainText(one.name) === plainText(name)
