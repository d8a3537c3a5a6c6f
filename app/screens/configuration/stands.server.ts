/** Saved, sent and running settings of controllers, as far as the backend reports them (domain §17). */
import { mostStands, type Stand } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { partsOf } from '~/change/in-chunks.server'
import { kinds } from '~/things/configuration.server'
import { differences, fieldsIn, type SettingField, type SettingKind, type SettingValue, valueAt } from './kind'
import type { Saved } from './kind.server'

const atOnce = 4

/**
 * Returns the settings by controller id. Empty where the backend lacks the call; without controllers that do not exist.
 */
export function standsOf(ask: Reader['ask'], kind: SettingKind, ids: readonly string[]): Promise<Map<string, Stand>> {
  return withFallback(
    deviceConfiguration.configurationStands,
    async () => {
      const found = await inParallel(partsOf(ids, mostStands), atOnce, (some) =>
        ask(deviceConfiguration.configurationStands, { path: { kind }, query: { deviceIds: some.join() } }),
      )
      return new Map(found.flatMap(({ data }) => data.map((one): [string, Stand] => [one.deviceId, shown(kind, one)])))
    },
    async () => new Map<string, Stand>(),
  )
}

/** Converts the service's shape into settings by path. */
function shown(kind: SettingKind, { saved, sent, running, ...rest }: Stand): Stand {
  const own = (settings: object) => (kinds[kind].shown?.(settings as Saved) ?? settings) as Stand['saved']
  return { ...rest, saved: own(saved), sent: sent && own(sent), running: running && own(running) }
}

/** Returns the settings of a kind that a controller supports. */
function fieldsOf(kind: SettingKind, saved: Saved): SettingField[] {
  const { view, supports } = kinds[kind]
  return fieldsIn({ ...view, groups: view.groups.filter(({ name }) => supports(saved, name)) })
}

/** Returns the saved settings a controller does not run with yet; null if its running settings are unknown. */
export function notRunning(kind: SettingKind, saved: Saved, stand: Stand | undefined) {
  if (!stand?.running) return null
  return differences(fieldsOf(kind, saved), stand.running, saved).flatMap(({ field, current, next, kind: how }) =>
    how === 'change' ? [{ path: field.path, from: current, to: next }] : [],
  )
}

export interface StandRow {
  path: string
  saved: SettingValue
  sent: SettingValue
  running: SettingValue
}

/** Returns the settings whose saved, sent and running values differ. */
export function standRows(kind: SettingKind, { saved, sent, running }: Stand): StandRow[] {
  const text = (value: SettingValue) => JSON.stringify(value ?? null)
  return fieldsOf(kind, saved as Saved).flatMap(({ path }) => {
    const [now, before, own] = [saved, sent ?? {}, running ?? {}].map((one) => valueAt(one, path) ?? null)
    const row = { path, saved: now ?? null, sent: before ?? null, running: own ?? null }
    const isSame = (!sent || text(row.sent) === text(row.saved)) && (!running || text(row.running) === text(row.saved))
    return isSame ? [] : [row]
  })
}
