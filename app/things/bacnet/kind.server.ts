/** The BACnet configuration kind on the server (domain §5.6). */
import { baudRates, mstpPorts } from '#contracts/bacnet-names'
import { bacnetConflicts, bacnetErrors, maxDeviceInstance } from '#contracts/bacnet-value'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { FieldErrors } from '#contracts/errors'
import { vendorName } from '~/domain/vendors'
import { incrementName, keptValue } from '~/screens/configuration/kind'
import type { ConfigurationKind, SaveOf, Settings } from '~/screens/configuration/kind.server'
import { postedSchema, typedIn } from '~/screens/configuration/posted'
import { type BacnetSettings, pathOf, type ShownBacnet, sentBacnet, shownBacnet, writtenLine } from './shape'
import { bacnet as view } from './view'

const mostIncrement = 1000

const BacnetForm = postedSchema(view).transform((posted, context): Settings<BacnetSettings> => {
  const { value, ids, ...typed } = typedIn(view, posted)
  const settings = value as BacnetSettings
  const { bbmd } = settings.ip ?? {}
  if (bbmd?.table) bbmd.table = bbmd.table.map(writtenLine)
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
  return Number.isInteger(increment) && increment >= 1 && increment <= mostIncrement ? increment : Number.NaN
}

/** Returns the errors of the settings as pairs of path and message key. */
function problemsOf(settings: BacnetSettings, more: FieldErrors = {}): [path: string, message: string][] {
  const found = Object.entries({ ...bacnetErrors(sentBacnet(settings)), ...more })
  return found.map(([field, key]) => [
    pathOf(field, settings),
    String([key].flat()[0] ?? '').replace('errors.', 'errors:'),
  ])
}

/** Returns the settings for one controller; device instances are numbered in the order of selection. */
function wantedOf({ ids, value, increment }: Settings<BacnetSettings>, id: string): BacnetSettings {
  const first = value.general?.deviceInstance
  if (first === undefined || increment === undefined) return value
  return { ...value, general: { ...value.general, deviceInstance: first + ids.indexOf(id) * increment } }
}

/** Returns one call per run of controllers with consecutive device instances; a single call if no instance is set. */
function savesOf(
  settings: Pick<Settings<BacnetSettings>, 'ids' | 'value' | 'increment'>,
  ids: readonly string[],
  before: ReadonlyMap<string, object>,
): SaveOf[] {
  const { value, increment } = settings
  const { deviceInstance: first, ...general } = value.general ?? {}
  if (first === undefined || increment === undefined) return [{ ids, body: { value: sentBacnet(value) } }]
  const rest = sentBacnet({ ...value, ...(Object.keys(general).length > 0 ? { general } : { general: undefined }) })
  const place = new Map(settings.ids.map((id, at) => [id, at]))
  const steps = freeingSteps(
    ids.map((id) => ({
      id,
      held: Number((before.get(id) as Record<string, unknown> | undefined)?.['general.deviceInstance'] ?? Number.NaN),
      wanted: first + (place.get(id) ?? 0) * increment,
    })),
  )
  const save = (run: readonly string[], startInstance: number) => ({
    ids: run,
    body: { value: rest, startInstance, increment },
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

interface Renumbered {
  id: string
  held: number
  wanted: number
}

/**
 * Orders the renumbering so that no controller receives an instance that another selected one still uses. In a cycle,
 * one controller first receives a temporary instance outside of these.
 */
function freeingSteps(all: readonly Renumbered[]): ({ ids: string[] } | { id: string; parked: number })[] {
  const steps: ReturnType<typeof freeingSteps> = []
  let left = [...all]
  let parked = Math.max(...all.flatMap(({ held, wanted }) => (Number.isNaN(held) ? [wanted] : [held, wanted])))
  while (left.length > 0) {
    const held = new Map(left.map((one) => [one.held, one.id]))
    const isFree = ({ id, wanted }: Renumbered) => (held.get(wanted) ?? id) === id
    const free = left.filter(isFree)
    const [first] = left
    if (free.length > 0) {
      steps.push({ ids: free.map(({ id }) => id) })
      left = left.filter((one) => !isFree(one))
    } else if (first) {
      parked = parked < maxDeviceInstance ? parked + 1 : 0
      steps.push({ id: first.id, parked })
      left = left.map((one) => (one === first ? { ...one, held: Number.NaN } : one))
    }
  }
  return steps
}

/** Merges a value over the current settings of a controller. */
function merged(current: BacnetSettings, value: BacnetSettings): BacnetSettings {
  return over(current, value) as BacnetSettings
}

function over(before: unknown, value: unknown): unknown {
  if (!isRecord(before) || !isRecord(value)) return value === undefined ? before : value
  const names = [...new Set([...Object.keys(before), ...Object.keys(value)])]
  return Object.fromEntries(names.map((name) => [name, over(before[name], value[name])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const bacnet: ConfigurationKind<BacnetSettings, ShownBacnet> = {
  view,
  read: deviceConfiguration.getBacnet,
  readMany: deviceConfiguration.bacnetOfMany,
  save: deviceConfiguration.saveBacnet,
  logs: deviceConfiguration.bacnetSendLogs,
  shown: shownBacnet,
  form: BacnetForm,
  wantedOf,
  saves: savesOf,
  supports: ({ supportedPorts, mstp }, group) =>
    !mstpPorts.some((port) => port === group) ||
    (supportedPorts ?? Object.keys(mstp ?? {})).some((port) => port === group),
  problems(value, current) {
    const after = merged(current, value)
    const taken = mstpPorts.filter((port) => value.mstp?.[port]?.enabled && current.modbusPorts?.includes(port))
    return Object.fromEntries([
      ...problemsOf(after, bacnetConflicts(sentBacnet(after))),
      ...taken.map((port) => [`mstp.${port}.enabled`, 'errors:bacnet.portInUse'] as const),
    ])
  },
  valueFrom: (kept) => keptValue(view, kept) as BacnetSettings,
  async options() {
    const rates = baudRates.map((rate) => ({ value: String(rate), label: String(rate) }))
    return Object.fromEntries(mstpPorts.map((port) => [`mstp.${port}.baudRate`, rates]))
  },
  facts({ general }) {
    const { vendorName: told, vendorId, modelName, firmwareRevision } = general ?? {}
    // Most controllers report the vendor id alone.
    const vendor = told || (typeof vendorId === 'number' && vendorName(vendorId))
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
