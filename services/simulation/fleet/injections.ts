/** Injected faults of a controller (domain §12.3). */
import type { World } from '../../kit/world'
import { hvacFaultNames } from './hvac-faults'

export const injectionKinds = [
  'offline',
  'slow',
  'rejectConfig',
  'failUpload',
  'failInstall',
  'unreachable',
  'corruptGfx',
  'wrongPassword',
  'duplicateInstance',
  'clockSkew',
  'deviceSideChange',
  'partialWrite',
  'licenceExceeded',
  'alarmFlood',
  ...hvacFaultNames,
] as const
export type InjectionKind = (typeof injectionKinds)[number]
export type InjectionParams = Record<string, unknown>

export interface Injection {
  id: string
  device_id: string
  kind: InjectionKind
  params: string
  from_at: number
  until_at: number | null
}

/** Returns the parameters of the first active injection of a kind that `matches`. */
export function activeInjection(
  { store, clock }: World,
  deviceId: string,
  kind: InjectionKind,
  matches: (params: InjectionParams) => boolean = () => true,
): InjectionParams | undefined {
  const now = clock.now()
  return store
    .all<Injection>(
      `SELECT * FROM injection WHERE device_id = ? AND kind = ? AND from_at <= ? AND (until_at IS NULL OR until_at > ?)
       ORDER BY from_at, id`,
      deviceId,
      kind,
      now,
      now,
    )
    .map((row) => JSON.parse(row.params) as InjectionParams)
    .find(matches)
}

/** Returns the parameters of the first active injection of a kind at each of some controllers that has one. */
export function firstInjections(
  { store, clock }: World,
  deviceIds: readonly string[],
  kind: InjectionKind,
): ReadonlyMap<string, InjectionParams> {
  const now = clock.now()
  const rows = store.all<Injection>(
    `SELECT * FROM injection WHERE device_id IN (SELECT value FROM json_each(?)) AND kind = ? AND from_at <= ?
       AND (until_at IS NULL OR until_at > ?) ORDER BY from_at DESC, id DESC`,
    JSON.stringify(deviceIds),
    kind,
    now,
    now,
  )
  return new Map(rows.map(({ device_id, params }) => [device_id, JSON.parse(params) as InjectionParams]))
}

/** Returns a predicate of parameters: whether each named one is absent or has this value; `{}` matches everything. */
export function matchesNamed(values: Record<string, string | null>): (params: InjectionParams) => boolean {
  return (params) =>
    Object.entries(values).every(([name, value]) => params[name] === undefined || params[name] === value)
}

/** Stores an injection. */
export function storeInjection({ store }: World, row: Injection): void {
  store.run(
    'INSERT INTO injection (id, device_id, kind, params, from_at, until_at) VALUES (?,?,?,?,?,?)',
    row.id,
    row.device_id,
    row.kind,
    row.params,
    row.from_at,
    row.until_at,
  )
}
