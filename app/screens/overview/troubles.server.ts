/** What needs attention at a place, by kind: the total, and the first rows. */
import type { AckState, Severity } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import type { PathNode } from '#contracts/scalars'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { mostFor } from '~/changes'
import { type Counted, countedIn, isUncounted } from '~/domain/counted'
import { href, type Place, placeParams, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { messageText } from '~/things/deployment/message'
import { stalledOf } from '~/things/deployment/stalled.server'
import { findFaults } from '~/things/fault/find-faults.server'
import { cameBack } from '~/things/fault/row'
import { forgotten } from '~/things/override/filter'
import { listedOverrides } from '~/things/override/find-overrides.server'
import { overrideRow } from '~/things/override/row'
import { type KindName, typeOf } from '../configuration/kind'
import { pages } from '../configuration/place'
import { shownKinds } from '../configuration/place.server'
import { alarmsHref, devicesHref, faultsHref, overridesHref } from '../place/lists'
import type { AttentionRow, Trouble, TroubleKind } from './attention'
import type { Known } from './counts.server'
import { findIn, type StateFilter } from './find-in.server'
import { alarmsIn, devicesIn, type Scope } from './scope'

/** The number of rows read per kind. */
const rowsOfKind = 5

/** The sources of attention; each fails on its own. */
export const questions = [
  'sends',
  'deployments',
  'offline',
  'alarms',
  'faults',
  'overrides',
  'stalled',
  'tunnels',
] as const
export type Question = (typeof questions)[number]

export interface Troubles {
  troubles: Trouble[]
  /** Sources that failed. */
  missing: Question[]
}

/** Reads the sources in `only` that the reader may see. */
export async function troublesOf(
  reader: Reader,
  scope: Scope,
  only: readonly Question[] = questions,
): Promise<Troubles> {
  const { may, features } = reader
  const isWhole = scope.level === 'customer'
  const asked: Record<Question, (() => Promise<Trouble[] | null>) | false> = {
    sends: may('config.read') && (() => failedSends(reader, scope)),
    deployments: may('deploy.read') && (() => failedDeployments(reader, scope)),
    offline: may('device.read') && (() => offline(reader, scope)),
    alarms: may('alarm.read') && (() => alarms(reader, scope)),
    faults: may('fault.read') && features.faults && (() => faults(reader, scope)),
    overrides: may('point.read') && (() => overrides(reader, scope)),
    stalled: isWhole && may('deploy.read') && (() => stalled(reader, scope.at)),
    tunnels: isWhole && may('tunnel.read') && (() => tunnels(reader, scope.at)),
  }
  const answers = await Promise.all(
    only.map(async (question) => {
      const ask = asked[question]
      return { question, found: ask ? await asPanel(ask()) : null }
    }),
  )
  return {
    troubles: answers.flatMap(({ found }) => (found?.ok ? (found.value ?? []) : [])),
    missing: answers.flatMap(({ question, found }) => (found && (!found.ok || !found.value) ? [question] : [])),
  }
}

/** Returns one row with a count for what is done for many controllers at once. */
export function troublesOfMany({ may }: Reader, scope: Scope, { outdated, notOnboarded }: Known): Trouble[] {
  const most = mostFor('packages.deploy')
  const many = (kind: TroubleKind, counted: Counted | undefined, filter: StateFilter, next: AttentionRow['next']) => {
    if (!counted || counted.count === 0 || !may('device.read')) return []
    const list = devicesHref(scope, filter)
    const row = { kind, name: null, text: null, where: '', href: list, since: null }
    return [{ kind, counted, href: list, rows: [{ ...row, next: next ?? { step: 'show' as const, href: list } }] }]
  }
  const isReached = outdated && !outdated.isCapped && outdated.count <= most && may('deploy.run')
  const { customerId: _, ...within } = devicesIn(scope)
  const update = href('newDeployment', scope.at, { all: 1, packageStatus: 'outdated', ...within })
  return [
    ...many('outdated', outdated, { packageStatus: ['outdated'] }, isReached ? { step: 'update', href: update } : null),
    ...many(
      'notOnboarded',
      notOnboarded,
      { onboarded: ['false'] },
      may('device.onboard') ? { step: 'onboard', href: href('customerOnboarding', scope.at) } : null,
    ),
  ]
}

async function failedSends(reader: Reader, scope: Scope): Promise<Trouble[] | null> {
  const t = translator(reader.language)
  return controllers(reader, scope, 'sendFailed', { work: ['sendFailed'] }, ({ id, path, configStatus }) => {
    const kinds = Object.entries(configStatus ?? {}).flatMap(([kind, state]) =>
      state?.sendState === 'failed' && (kind !== 'users' || reader.features.userAdmin)
        ? [kind as keyof NonNullable<Device['configStatus']>]
        : [],
    )
    const kind = shownKinds(reader).find((one) => kinds.includes(typeOf[one]))
    const to = placed(scope.at, path, kind ? pages[kind].device : 'device', id)
    return { text: kinds.map((one) => t(`main:device.configurationType.${one}`)).join(', '), next: ['why', to] }
  })
}

function failedDeployments(reader: Reader, scope: Scope): Promise<Trouble[] | null> {
  const filter = { work: ['deploymentFailed'] } as const
  const t = translator(reader.language)
  return controllers(reader, scope, 'deploymentFailed', filter, ({ id, path, overallStatus }) => ({
    text: overallStatus?.deployment?.message ? messageText(t, overallStatus.deployment.message) : null,
    next: ['why', placed(scope.at, path, 'deviceDeployments', id)],
  }))
}

async function offline(reader: Reader, scope: Scope): Promise<Trouble[] | null> {
  const { may } = reader
  const filter = { connected: ['false'], onboarded: ['true'] } as const
  const found = await controllers(reader, scope, 'offline', filter, ({ id, path }) => ({
    text: null,
    next: may('device.test')
      ? ['test', placed(scope.at, path, 'deviceOnboarding', id, { test: 1 })]
      : ['look', placed(scope.at, path, 'device', id)],
  }))
  const [first] = found ?? []
  if (!first || !may('alarm.read')) return found
  const since = await silentSince(reader, first.rows)
  return [{ ...first, rows: first.rows.map((row) => ({ ...row, since: since.get(row.id) ?? null })) }]
}

/** Returns the raise time of each controller's offline alarm; controllers without one are left out. */
async function silentSince({ ask }: Reader, rows: readonly ControllerRow[]): Promise<Map<string, string>> {
  try {
    const deviceIds = rows.map(({ id }) => id)
    const found = await ask(operations.findAlarms, { body: { deviceIds, isActive: true, pageSize: 200 } })
    const silences = found.data.filter(({ eventType }) => eventType === 'deviceOffline')
    return new Map(silences.flatMap(({ deviceId, raisedAt }) => (deviceId ? [[deviceId, raisedAt]] : [])))
  } catch (error) {
    if (error instanceof ServiceError) return new Map()
    throw error
  }
}

type ControllerRow = AttentionRow & { id: string }
type Said = { text: string | null; next: [step: NonNullable<AttentionRow['next']>['step'], href: string] }

/** Returns the controllers in one state, with a note and the next step; null where the backend cannot search them. */
async function controllers(
  reader: Reader,
  scope: Scope,
  kind: TroubleKind,
  filter: StateFilter,
  say: (device: Device) => Said,
): Promise<(Omit<Trouble, 'rows'> & { rows: ControllerRow[] })[] | null> {
  const found = await findIn(reader, scope, filter, rowsOfKind)
  if (!found) return null
  if (found.counted.count === 0 && found.devices.length === 0) return isUncounted(found.counted) ? null : []
  const rows = found.devices.map((device): ControllerRow => {
    const { text, next } = say(device)
    return {
      id: device.id,
      kind,
      name: device.name,
      text,
      where: whereIn(scope, device.path),
      href: placed(scope.at, device.path, 'device', device.id),
      since: null,
      next: { step: next[0], href: next[1] },
    }
  })
  return [{ kind, counted: found.counted, href: devicesHref(scope, filter), rows }]
}

/** The alarm filter of the overview, as the list's address has it. */
export const severe = { state: 'active', severity: ['critical', 'high'] } as const

/** The three alarm kinds: unacknowledged ones by severity, then acknowledged ones. */
const alarmKinds = [
  { kind: 'criticalAlarm', severities: ['critical'], ackStates: ['unacknowledged', 'notRequired'] },
  { kind: 'highAlarm', severities: ['high'], ackStates: ['unacknowledged', 'notRequired'] },
  { kind: 'acknowledgedAlarm', severities: ['critical', 'high'], ackStates: ['acknowledged'] },
] as const satisfies readonly { kind: TroubleKind; severities: readonly Severity[]; ackStates: readonly AckState[] }[]

async function alarms(reader: Reader, scope: Scope): Promise<Trouble[]> {
  const t = translator(reader.language)
  const { tenantId, customerId } = scope.at
  return Promise.all(
    alarmKinds.map(async ({ kind, severities, ackStates }): Promise<Trouble> => {
      const wanted = { severities: [...severities], ackStates: [...ackStates], isActive: true, pageSize: rowsOfKind }
      const found = await reader.ask(operations.findAlarms, { body: { ...alarmsIn(scope), ...wanted } })
      return {
        kind,
        counted: countedIn(found),
        href: alarmsHref(scope, { ...severe, severity: severities, ack: ackStates }),
        rows: found.data.map((alarm) => {
          const { id, deviceName, equipmentName, messageText: text = null, raisedAt, siteName, path } = alarm
          const to = href('alarm', { tenantId, customerId, alarmId: id })
          const by = kind === 'acknowledgedAlarm' ? alarm.acknowledgedBy?.fullName : undefined
          return {
            kind,
            name: equipmentName ?? deviceName ?? null,
            text: by ? t('main:overview.says.acknowledgedAlarm', { text: text ?? '', name: by }) : text,
            where: path ? whereIn(scope, path) : (siteName ?? ''),
            href: to,
            since: raisedAt,
            next: { step: 'look' as const, href: to },
          }
        }),
      }
    }),
  )
}

/** Faults that returned after their resolution are a kind of their own: the resolution did not help. */
async function faults(reader: Reader, scope: Scope): Promise<Trouble[]> {
  // No call filters by building.
  if (scope.level === 'building') return []
  const at = { ...scope.at, zone: 'UTC' }
  const of = async (kind: 'fault' | 'faultReturned', filter: { status?: ['returned'] }): Promise<Trouble> => {
    const { faults: found, total } = await findFaults(reader, { at, filter, pageSize: rowsOfKind })
    return {
      kind,
      counted: total ?? { count: found.length, isCapped: true },
      href: faultsHref(scope, filter),
      rows: found
        .filter((fault) => kind === 'faultReturned' || !cameBack(fault))
        .map(({ id, equipmentName, ruleName, startedAt, siteName, path }) => ({
          kind,
          name: equipmentName ?? null,
          text: ruleName ?? null,
          where: path ? whereIn(scope, path) : (siteName ?? ''),
          ...toFault(scope.at, id),
          since: startedAt,
        })),
    }
  }
  return Promise.all([of('faultReturned', { status: ['returned'] }), of('fault', {})])
}

/** Returns the overrides that were likely forgotten. */
async function overrides(reader: Reader, scope: Scope): Promise<Trouble[] | null> {
  // No call filters by building.
  if (scope.level === 'building') return []
  const found = await listedOverrides(reader, { at: scope.at, filter: forgotten, pageSize: rowsOfKind })
  if (!found) return null
  if (found.total.count === 0 && found.overrides.length === 0) return isUncounted(found.total) ? null : []
  const list = overridesHref(scope, forgotten)
  const rows = found.overrides.map((override) => {
    const row = overrideRow(scope.at, override, '')
    const to = row.href ?? list
    const where = override.path ? whereIn(scope, override.path) : ''
    const next = { step: 'look' as const, href: to }
    return { kind: 'override' as const, name: row.name, text: row.by, where, href: to, since: row.since, next }
  })
  return [{ kind: 'override', counted: found.total, href: list, rows }]
}

function toFault({ tenantId, customerId }: Place, faultId: string) {
  const to = href('fault', { tenantId, customerId, faultId })
  return { href: to, next: { step: 'look' as const, href: to } }
}

/**
 * Counts stalled deployments as their list does: those started together are one. Returns null if none was found but not
 * all were read.
 */
async function stalled(reader: Reader, at: Place): Promise<Trouble[] | null> {
  const { deployments, isCut } = await stalledOf(reader, { customerId: at.customerId })
  const count = new Set(deployments.map(({ operationId }) => operationId)).size
  const rows = deployments.slice(0, rowsOfKind).map(({ operationId, device, startedAt, requestedAt }) => {
    const to = href('deployment', { ...at, operationId })
    const next = { step: 'look' as const, href: to }
    const where = device?.path?.find(({ type }) => type === 'site')?.name ?? ''
    const name = device?.name ?? null
    return { kind: 'stalled' as const, name, text: null, where, href: to, since: startedAt ?? requestedAt, next }
  })
  const list = href('deployments', at, { status: 'stalled' })
  if (count === 0) return isCut ? null : []
  return [{ kind: 'stalled', counted: { count, isCapped: isCut }, href: list, rows }]
}

/** A tunnel is listed when it ends within this many ms. */
const aboutToEndMs = 30 * 60_000

async function tunnels(reader: Reader, at: Place): Promise<Trouble[] | null> {
  const found = await withFallback(
    site.findTunnels,
    () => reader.ask(site.findTunnels, { query: { customerId: at.customerId, pageSize: 50 } }),
    async () => null,
  )
  if (!found) return null
  if (found.totalCount === 0) return []
  const list = href('customerTunnels', at)
  const ending = found.data.filter(({ expiresAt }) => expiresAt && Date.parse(expiresAt) - Date.now() < aboutToEndMs)
  const rows = ending.slice(0, rowsOfKind).map(({ device, expiresAt }) => ({
    kind: 'tunnel' as const,
    name: device?.name ?? null,
    text: null,
    where: device?.path?.find(({ type }) => type === 'site')?.name ?? '',
    href: device ? placed(at, device.path, 'deviceTunnels', device.id) : list,
    since: expiresAt ?? null,
    next: { step: 'look' as const, href: list },
  }))
  return [{ kind: 'tunnel', counted: countedIn(found), href: list, rows }]
}

type DevicePage =
  | 'device'
  | (typeof pages)[KindName]['device']
  | 'deviceDeployments'
  | 'deviceOnboarding'
  | 'deviceTunnels'

/** Returns the address of a controller's page; without a known path, the address that looks it up. */
function placed(at: Place, path: PathNode[] | undefined, page: DevicePage, id: string, search?: Search): string {
  const params: Record<string, string> = { ...placeParams(at, path ?? []), deviceId: id }
  return params.spaceId
    ? href(page, params as ParamsFor<'device'>, search)
    : href('deviceById', { ...at, deviceId: id })
}

/** Returns the name of the place directly below the scope. */
function whereIn({ level }: Scope, path: readonly PathNode[] | undefined): string {
  const below = { customer: 'site', group: 'site', site: 'building', building: 'space' } as const
  return path?.find(({ type }) => type === below[level])?.name ?? ''
}
