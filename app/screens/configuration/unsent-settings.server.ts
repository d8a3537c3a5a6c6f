/**
 * What a send brings a controller that it does not run with. No service tells what a controller runs with: what is saved
 * now is held against what was there before the first save on record since its last send.
 */

import { kinds } from '~/things/configuration.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { fieldsIn, type SettingValue, saveOf, valueAt } from './kind'
import { placeId, type SettingsPlace } from './place'

export interface UnsentSetting {
  /** `primary.ipv4.gateway` */
  path: string
  from: SettingValue
  to: SettingValue
}

export interface Unsent {
  id: string
  saved: object
  /** Null for a controller that was never sent to. */
  lastSent: string | null
}

/** As many saves as are looked at; what lies further back is not on record for the plan. */
const mostSaves = 1_000

type Looking = Parameters<typeof visibleTo>[0]

/** The settings that changed, by controller; none for those whose saves are not on record here. */
export async function unsentSettings(
  looking: Looking,
  at: SettingsPlace,
  controllers: readonly Unsent[],
): Promise<Map<string, UnsentSetting[]>> {
  if (controllers.length === 0) return new Map()
  const found = await Promise.all(
    // A template saves settings of several kinds with one change.
    [saveOf[at.kind], 'template.apply' as const].map((mutation) =>
      findEntries({
        tenantId: at.tenantId,
        under: placeId(at),
        mutation,
        visibleTo: visibleTo(looking),
        from: earliest(controllers),
        limit: mostSaves,
      }),
    ),
  )
  const saves = found.flatMap(({ entries }) => entries).sort((one, other) => one.sequence - other.sequence)
  const own = new Set(fieldsIn(kinds[at.kind].view).map(({ path }) => path))
  return new Map(
    controllers.map((one) => [
      one.id,
      settingsSince(
        one,
        saves.filter(({ subject }) => subject.id === one.id),
      ).filter(({ path }) => own.has(path)),
    ]),
  )
}

/** The last send of the one that waits longest; undefined where one was never sent to. */
function earliest(controllers: readonly Unsent[]): string | undefined {
  const times = controllers.map(({ lastSent }) => lastSent)
  return times.includes(null) ? undefined : (times.toSorted().at(0) ?? undefined)
}

/** However a save ended: what is saved now decides, and what is as it was is left out. */
function settingsSince({ saved, lastSent }: Unsent, saves: readonly TrailEntry[]): UnsentSetting[] {
  const first = new Map<string, SettingValue>()
  for (const { at, before } of saves) {
    if (lastSent !== null && Date.parse(at) < Date.parse(lastSent)) continue
    for (const [path, value] of Object.entries((before ?? {}) as Record<string, SettingValue>))
      if (!first.has(path)) first.set(path, value)
  }
  return [...first].flatMap(([path, from]) => {
    const to = valueAt(saved, path) ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from, to }]
  })
}
