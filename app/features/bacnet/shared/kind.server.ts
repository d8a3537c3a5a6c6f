/** The BACnet configuration kind on the server (domain §5.6). */
import { baudRates, maxDeviceInstance, mstpPorts } from '#contracts/bacnet-names'
import { bacnetConflicts, bacnetErrors } from '#contracts/bacnet-value'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { FieldErrors } from '#contracts/errors'
import { vendorName } from '~/domain/vendors'
import { incrementName, recordedValue } from '~/features/configuration/shared/kind'
import type { ConfigurationKind, SaveCall, SettingsInput } from '~/features/configuration/shared/kind.server'
import { parseSettingsInput, settingsFormSchema } from '~/features/configuration/shared/settings-form-schema'
import { type BacnetSettings, normalizeLine, type PageBacnet, pathOf, toPageBacnet, toServiceBacnet } from './shape'
import { bacnetView as view } from './view'

const maxIncrement = 1000

const BacnetForm = settingsFormSchema(view).transform((posted, context): SettingsInput<BacnetSettings> => {
  const { value, ids, ...typed } = parseSettingsInput(view, posted)
  const settings = value as BacnetSettings
  const { bbmd } = settings.ip ?? {}
  if (bbmd?.table) bbmd.table = bbmd.table.map(normalizeLine)
  const increment = ids.length > 1 ? incrementIn(posted[incrementName]) : undefined
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: path.split('.'), message })
  for (const [path, message] of problemsOf(settings)) problem(path, message)
  if (Number.isNaN(increment)) problem(incrementName, 'errors:bacnet.increment')
  const first = settings.general?.deviceInstance ?? 0
  const last = first + (ids.length - 1) * (increment ?? 0)
  if (first <= maxDeviceInstance && last > maxDeviceInstance)
    problem('general.deviceInstance', 'errors:bacnet.deviceInstance')
  return { ...typed, ids, value: settings, ...(increment ? { increment } : {}) }
})

function incrementIn(text: string | undefined): number {
  const increment = Number(text?.trim() || 1)
  return Number.isInteger(increment) && increment >= 1 && increment <= maxIncrement ? increment : Number.NaN
}

/** Returns the errors of the settings as pairs of path and message key. */
function problemsOf(settings: BacnetSettings, more: FieldErrors = {}): [path: string, message: string][] {
  const errors = Object.entries({ ...bacnetErrors(toServiceBacnet(settings)), ...more })
  return errors.map(([field, key]) => [
    pathOf(field, settings),
    String([key].flat()[0] ?? '').replace('errors.', 'errors:'),
  ])
}

/** Returns the settings for one controller; device instances are numbered in the order of selection. */
function valueFor({ ids, value, increment }: SettingsInput<BacnetSettings>, id: string): BacnetSettings {
  const first = value.general?.deviceInstance
  if (first === undefined || increment === undefined) return value
  return { ...value, general: { ...value.general, deviceInstance: first + ids.indexOf(id) * increment } }
}

/** Returns one call per run of controllers with consecutive device instances; a single call if no instance is set. */
function savesOf(
  settings: Pick<SettingsInput<BacnetSettings>, 'ids' | 'value' | 'increment'>,
  ids: readonly string[],
  before: ReadonlyMap<string, object>,
): SaveCall[] {
  const { value, increment } = settings
  const { deviceInstance: first, ...general } = value.general ?? {}
  if (first === undefined || increment === undefined) return [{ ids, body: { value: toServiceBacnet(value) } }]
  const commonValue = toServiceBacnet({
    ...value,
    ...(Object.keys(general).length > 0 ? { general } : { general: undefined }),
  })
  const place = new Map(settings.ids.map((id, at) => [id, at]))
  const steps = freeingSteps(
    ids.map((id) => ({
      id,
      current: Number(
        (before.get(id) as Record<string, unknown> | undefined)?.['general.deviceInstance'] ?? Number.NaN,
      ),
      target: first + (place.get(id) ?? 0) * increment,
    })),
  )
  const save = (run: readonly string[], startInstance: number) => ({
    ids: run,
    body: { value: commonValue, startInstance, increment },
  })
  return steps.flatMap((step) =>
    'parked' in step
      ? [save([step.id], step.parked)]
      : runsOf(step.ids, place).map((run) => save(run, first + (place.get(run[0] ?? '') ?? 0) * increment)),
  )
}

/** Groups controllers that are consecutive in the order of selection. */
function runsOf(ids: readonly string[], place: ReadonlyMap<string, number>): string[][] {
  const runs: string[][] = []
  let before = Number.NaN
  for (const id of ids) {
    const at = place.get(id) ?? Number.NaN
    if (at === before + 1) runs.at(-1)?.push(id)
    else runs.push([id])
    before = at
  }
  return runs
}

interface Renumbering {
  id: string
  current: number
  target: number
}

/**
 * Orders the renumbering so that no controller receives an instance that another selected one still uses. In a cycle,
 * one controller first receives a temporary instance outside of these.
 */
function freeingSteps(all: readonly Renumbering[]): ({ ids: string[] } | { id: string; parked: number })[] {
  const steps: ReturnType<typeof freeingSteps> = []
  let remaining = [...all]
  let parked = Math.max(...all.flatMap(({ current, target }) => (Number.isNaN(current) ? [target] : [current, target])))
  while (remaining.length > 0) {
    const owners = new Map(remaining.map((one) => [one.current, one.id]))
    const isFree = ({ id, target }: Renumbering) => (owners.get(target) ?? id) === id
    const free = remaining.filter(isFree)
    const [first] = remaining
    if (free.length > 0) {
      steps.push({ ids: free.map(({ id }) => id) })
      remaining = remaining.filter((one) => !isFree(one))
    } else if (first) {
      parked = parked < maxDeviceInstance ? parked + 1 : 0
      steps.push({ id: first.id, parked })
      remaining = remaining.map((one) => (one === first ? { ...one, current: Number.NaN } : one))
    }
  }
  return steps
}

/** Merges a value over the current settings of a controller. */
function mergeSettings(current: BacnetSettings, value: BacnetSettings): BacnetSettings {
  return mergeDeep(current, value) as BacnetSettings
}

function mergeDeep(before: unknown, value: unknown): unknown {
  if (!isRecord(before) || !isRecord(value)) return value === undefined ? before : value
  const names = [...new Set([...Object.keys(before), ...Object.keys(value)])]
  return Object.fromEntries(names.map((name) => [name, mergeDeep(before[name], value[name])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const bacnetKind: ConfigurationKind<BacnetSettings, PageBacnet> = {
  view,
  read: deviceConfiguration.getBacnet,
  readMany: deviceConfiguration.bacnetOfMany,
  save: deviceConfiguration.saveBacnet,
  logs: deviceConfiguration.bacnetSendLogs,
  toSettings: toPageBacnet,
  form: BacnetForm,
  valueFor,
  toCalls: savesOf,
  supports: ({ supportedPorts, mstp }, group) =>
    !mstpPorts.some((port) => port === group) ||
    (supportedPorts ?? Object.keys(mstp ?? {})).some((port) => port === group),
  problems(value, current) {
    const after = mergeSettings(current, value)
    const busyPorts = mstpPorts.filter((port) => value.mstp?.[port]?.enabled && current.modbusPorts?.includes(port))
    return Object.fromEntries([
      ...problemsOf(after, bacnetConflicts(toServiceBacnet(after))),
      ...busyPorts.map((port) => [`mstp.${port}.enabled`, 'errors:bacnet.portInUse'] as const),
    ])
  },
  valueFrom: (kept) => recordedValue(view, kept) as BacnetSettings,
  async options() {
    const rates = baudRates.map((rate) => ({ value: String(rate), label: String(rate) }))
    return Object.fromEntries(mstpPorts.map((port) => [`mstp.${port}.baudRate`, rates]))
  },
  facts({ general }) {
    const { vendorName: reportedName, vendorId, modelName, firmwareRevision } = general ?? {}
    // Most controllers report the vendor id alone.
    const vendor = reportedName || (typeof vendorId === 'number' && vendorName(vendorId))
    const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
    return [
      {
        term: 'main:bacnet.vendor',
        text: [vendor && text(vendor), text(vendorId) && `(${vendorId})`].filter(Boolean).join(' ') || null,
      },
      { term: 'main:bacnet.modelName', text: text(modelName) },
      { term: 'main:bacnet.firmware', text: text(firmwareRevision) },
    ]
  },
}
