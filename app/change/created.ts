/** Finds what a call created, where the reply of the service has less than the thing. */
import { plainText } from '#contracts/plain-text'
import { ServiceError } from '~/backend/service-error'

export type Created<Thing> = Partial<Thing> & { id: string }

/**
 * Returns the created thing from the reply; else from `among`, by its id or as the only match. Null where it cannot
 * be identified; it exists all the same.
 */
export async function findCreated<Thing extends { id: string; name?: string }>(
  reply: Partial<NoInfer<Thing>>,
  { among, matches }: { among: () => Promise<readonly Thing[]>; matches: (one: NoInfer<Thing>) => boolean },
): Promise<Created<Thing> | null> {
  const { id } = reply
  if (id !== undefined && reply.name !== undefined) return { ...reply, id }
  const fitting = (await orEmpty(among)).filter((one) => (id === undefined ? matches(one) : one.id === id))
  if (fitting.length === 1) return fitting[0] as Thing
  return id === undefined ? null : { ...reply, id }
}

/**
 * Returns several things created by one call, each by its requested name; undefined for those that cannot be
 * identified.
 */
export async function findAllCreated<Thing extends { name?: string }>(
  reply: readonly NoInfer<Thing>[],
  { names, among }: { names: readonly string[]; among: () => Promise<readonly Thing[]> },
): Promise<(Thing | undefined)[]> {
  if (reply.length === names.length) return [...reply]
  const existing = await orEmpty(among)
  return names.map((name) => existing.find(isNamed(name)))
}

async function orEmpty<Thing>(read: () => Promise<readonly Thing[]>): Promise<readonly Thing[]> {
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
