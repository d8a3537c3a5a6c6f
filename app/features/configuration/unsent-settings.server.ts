/**
 * The settings a send would change on a controller, for services that do not report the running ones: compares the
 * saved settings with those before the first recorded save since the last send.
 */

import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { serverKinds } from './shared/configuration.server'
import { fieldsIn, type SettingValue, saveChangeOf, settingValueAt } from './shared/kind'
import { configurationPlaceId, type SettingsPlace } from './shared/place'

export interface UnsentSetting {
  /** `primary.ipv4.gateway` */
  path: string
  from: SettingValue
  to: SettingValue
}

export interface UnsentController {
  id: string
  saved: object
  /** Null for a controller that was never sent to. */
  lastSent: string | null
}

/** The number of saves searched; older saves are missing from the plan. */
const maxSaves = 1_000

type Viewer = Parameters<typeof visibleTo>[0]

/** Returns the changed settings by controller; none for controllers whose saves are not on record. */
export async function unsentSettings(
  viewer: Viewer,
  at: SettingsPlace,
  controllers: readonly UnsentController[],
): Promise<Map<string, UnsentSetting[]>> {
  if (controllers.length === 0) return new Map()
  const results = await Promise.all(
    // A template saves settings of several kinds with one change.
    [saveChangeOf[at.kind], 'template.apply' as const].map((mutation) =>
      findEntries({
        tenantId: at.tenantId,
        under: configurationPlaceId(at),
        mutation,
        visibleTo: visibleTo(viewer),
        from: earliest(controllers),
        limit: maxSaves,
      }),
    ),
  )
  const saves = results.flatMap(({ entries }) => entries).sort((one, other) => one.sequence - other.sequence)
  const ownPaths = new Set(fieldsIn(serverKinds[at.kind].view).map(({ path }) => path))
  return new Map(
    controllers.map((one) => [
      one.id,
      settingsSince(
        one,
        saves.filter(({ subject }) => subject.id === one.id),
      ).filter(({ path }) => ownPaths.has(path)),
    ]),
  )
}

/** Returns the earliest of the last sends; undefined if a controller was never sent to. */
function earliest(controllers: readonly UnsentController[]): string | undefined {
  const times = controllers.map(({ lastSent }) => lastSent)
  return times.includes(null) ? undefined : (times.toSorted().at(0) ?? undefined)
}

/** Compares with the current settings, whatever the outcome of the saves, and leaves out unchanged ones. */
function settingsSince({ saved, lastSent }: UnsentController, saves: readonly TrailEntry[]): UnsentSetting[] {
  const first = new Map<string, SettingValue>()
  for (const { at, before } of saves) {
    if (lastSent !== null && Date.parse(at) < Date.parse(lastSent)) continue
    for (const [path, value] of Object.entries((before ?? {}) as Record<string, SettingValue>))
      if (!first.has(path)) first.set(path, value)
  }
  return [...first].flatMap(([path, from]) => {
    const to = settingValueAt(saved, path) ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from, to }]
  })
}
