/** Saved, sent and running settings of controllers, as far as the backend reports them (domain §17). */
import { maxControllersPerReply, type Stand } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { chunksOf } from '~/change/write-in-chunks.server'
import { serverKinds } from './shared/configuration.server'
import {
  fieldsIn,
  type SettingField,
  type SettingKind,
  type SettingValue,
  settingDifferences,
  settingValueAt,
} from './shared/kind'
import type { SavedSettings } from './shared/kind.server'

const maxConcurrent = 4

/**
 * Returns the settings by controller id. Empty where the backend lacks the call; without controllers that do not exist.
 */
export function readSettingStates(
  ask: Reader['call'],
  kind: SettingKind,
  ids: readonly string[],
): Promise<Map<string, Stand>> {
  return withFallback(
    deviceConfiguration.configurationStands,
    async () => {
      const pages = await inParallel(chunksOf(ids, maxControllersPerReply), maxConcurrent, (some) =>
        ask(deviceConfiguration.configurationStands, { path: { kind }, query: { deviceIds: some.join() } }),
      )
      return new Map(
        pages.flatMap(({ data }) => data.map((one): [string, Stand] => [one.deviceId, toSettings(kind, one)])),
      )
    },
    async () => new Map<string, Stand>(),
  )
}

/** Converts the service's shape into settings by path. */
function toSettings(kind: SettingKind, { saved, sent, running, ...rest }: Stand): Stand {
  const own = (settings: object) =>
    (serverKinds[kind].toSettings?.(settings as SavedSettings) ?? settings) as Stand['saved']
  return { ...rest, saved: own(saved), sent: sent && own(sent), running: running && own(running) }
}

/** Returns the settings of a kind that a controller supports. */
function supportedFields(kind: SettingKind, saved: SavedSettings): SettingField[] {
  const { view, supports } = serverKinds[kind]
  return fieldsIn({ ...view, groups: view.groups.filter(({ name }) => supports(saved, name)) })
}

/** Returns the saved settings a controller does not run with yet; null if its running settings are unknown. */
export function notRunningSettings(kind: SettingKind, saved: SavedSettings, stand: Stand | undefined) {
  if (!stand?.running) return null
  return settingDifferences(supportedFields(kind, saved), stand.running, saved).flatMap(
    ({ field, current, next, kind: how }) => (how === 'change' ? [{ path: field.path, from: current, to: next }] : []),
  )
}

export interface SettingStateRow {
  path: string
  saved: SettingValue
  sent: SettingValue
  running: SettingValue
}

/** Returns the settings whose saved, sent and running values differ. */
export function settingStateRows(kind: SettingKind, { saved, sent, running }: Stand): SettingStateRow[] {
  const text = (value: SettingValue) => JSON.stringify(value ?? null)
  return supportedFields(kind, saved as SavedSettings).flatMap(({ path }) => {
    const [now, before, own] = [saved, sent ?? {}, running ?? {}].map((one) => settingValueAt(one, path) ?? null)
    const row = { path, saved: now ?? null, sent: before ?? null, running: own ?? null }
    const isSame = (!sent || text(row.sent) === text(row.saved)) && (!running || text(row.running) === text(row.saved))
    return isSame ? [] : [row]
  })
}
