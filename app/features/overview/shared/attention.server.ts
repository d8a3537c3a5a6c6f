/** What needs attention at a place, by kind: the total, and the first rows. */
import type { AckState, Severity } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import type { PathNode } from '#contracts/scalars'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { limitFor } from '~/changes'
import { countInReply, isUnknownCount, type TotalCount } from '~/domain/count'
import { configurationTypeOf, type KindName } from '~/features/configuration/shared/kind'
import { pages } from '~/features/configuration/shared/place'
import { visibleKinds } from '~/features/configuration/shared/place.server'
import { messageText } from '~/features/deployment/shared/message'
import { stalledDeployments } from '~/features/deployment/shared/stalled.server'
import { findFaults } from '~/features/fault/shared/find-faults.server'
import { hasReturned } from '~/features/fault/shared/row'
import { forgottenOverrides } from '~/features/override/shared/filter'
import { listOverrides } from '~/features/override/shared/find-overrides.server'
import { overrideRow } from '~/features/override/shared/row'
import { href, type Place, placeParams, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { alarmsHref, devicesHref, faultsHref, overridesHref } from '~/kit/place/lists'
import type { ParamsFor } from '~/paths'
import type { OverviewCounts } from '../counts.server'
import type { AttentionGroup, AttentionKind, AttentionRow } from './attention'
import { type DeviceStateFilter, findDevicesInState } from './find-devices-in-state.server'
import { alarmScopeQuery, deviceScopeQuery, type OverviewScope } from './scope'

/** The number of rows read per kind. */
const maxRowsPerKind = 5

/** The sources of attention; each fails on its own. */
export const attentionSources = [
  'sends',
  'deployments',
  'offline',
  'alarms',
  'faults',
  'overrides',
  'stalled',
  'tunnels',
] as const
export type AttentionSource = (typeof attentionSources)[number]

export interface AttentionResult {
  groups: AttentionGroup[]
  /** Sources that failed. */
  missing: AttentionSource[]
}

/** Reads the sources in `only` that the reader may see. */
export async function loadAttention(
  reader: Reader,
  scope: OverviewScope,
  only: readonly AttentionSource[] = attentionSources,
): Promise<AttentionResult> {
  const { may, features } = reader
  const isWhole = scope.level === 'customer'
  const loaders: Record<AttentionSource, (() => Promise<AttentionGroup[] | null>) | false> = {
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
      const ask = loaders[question]
      return { question, result: ask ? await asPanel(ask()) : null }
    }),
  )
  return {
    groups: answers.flatMap(({ result }) => (result?.ok ? (result.value ?? []) : [])),
    missing: answers.flatMap(({ question, result }) => (result && (!result.ok || !result.value) ? [question] : [])),
  }
}

/** Returns one row with a count for what is done for many controllers at once. */
export function bulkAttention(
  { may }: Reader,
  scope: OverviewScope,
  { outdated, notOnboarded }: OverviewCounts,
): AttentionGroup[] {
  const limit = limitFor('packages.deploy')
  const many = (
    kind: AttentionKind,
    counted: TotalCount | undefined,
    filter: DeviceStateFilter,
    next: AttentionRow['next'],
  ) => {
    if (!counted || counted.count === 0 || !may('device.read')) return []
    const list = devicesHref(scope, filter)
    const row = { kind, name: null, text: null, where: '', href: list, since: null }
    return [{ kind, counted, href: list, rows: [{ ...row, next: next ?? { step: 'show' as const, href: list } }] }]
  }
  const isWithinLimit = outdated && !outdated.isCapped && outdated.count <= limit && may('deploy.run')
  const { customerId: _, ...placeFilter } = deviceScopeQuery(scope)
  const update = href('newDeployment', scope.at, { all: 1, packageStatus: 'outdated', ...placeFilter })
  return [
    ...many(
      'outdated',
      outdated,
      { packageStatus: ['outdated'] },
      isWithinLimit ? { step: 'update', href: update } : null,
    ),
    ...many(
      'notOnboarded',
      notOnboarded,
      { onboarded: ['false'] },
      may('device.onboard') ? { step: 'onboard', href: href('customerOnboarding', scope.at) } : null,
    ),
  ]
}

async function failedSends(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[] | null> {
  const t = translator(reader.language)
  return controllers(reader, scope, 'sendFailed', { work: ['sendFailed'] }, ({ id, path, configStatus }) => {
    const kinds = Object.entries(configStatus ?? {}).flatMap(([kind, state]) =>
      state?.sendState === 'failed' && (kind !== 'users' || reader.features.userAdmin)
        ? [kind as keyof NonNullable<Device['configStatus']>]
        : [],
    )
    const kind = visibleKinds(reader).find((one) => kinds.includes(configurationTypeOf[one]))
    const to = devicePageHref(scope.at, path, kind ? pages[kind].device : 'device', id)
    return { text: kinds.map((one) => t(`main:device.configurationType.${one}`)).join(', '), next: ['why', to] }
  })
}

function failedDeployments(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[] | null> {
  const filter = { work: ['deploymentFailed'] } as const
  const t = translator(reader.language)
  return controllers(reader, scope, 'deploymentFailed', filter, ({ id, path, overallStatus }) => ({
    text: overallStatus?.deployment?.message ? messageText(t, overallStatus.deployment.message) : null,
    next: ['why', devicePageHref(scope.at, path, 'deviceDeployments', id)],
  }))
}

async function offline(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[] | null> {
  const { may } = reader
  const filter = { connected: ['false'], onboarded: ['true'] } as const
  const groups = await controllers(reader, scope, 'offline', filter, ({ id, path }) => ({
    text: null,
    next: may('device.test')
      ? ['test', devicePageHref(scope.at, path, 'deviceOnboarding', id, { test: 1 })]
      : ['look', devicePageHref(scope.at, path, 'device', id)],
  }))
  const [first] = groups ?? []
  if (!first || !may('alarm.read')) return groups
  const since = await silentSince(reader, first.rows)
  return [{ ...first, rows: first.rows.map((row) => ({ ...row, since: since.get(row.id) ?? null })) }]
}

/** Returns the raise time of each controller's offline alarm; controllers without one are left out. */
async function silentSince({ call }: Reader, rows: readonly ControllerRow[]): Promise<Map<string, string>> {
  try {
    const deviceIds = rows.map(({ id }) => id)
    const response = await call(operations.findAlarms, { body: { deviceIds, isActive: true, pageSize: 200 } })
    const silences = response.data.filter(({ eventType }) => eventType === 'deviceOffline')
    return new Map(silences.flatMap(({ deviceId, raisedAt }) => (deviceId ? [[deviceId, raisedAt]] : [])))
  } catch (error) {
    if (error instanceof ServiceError) return new Map()
    throw error
  }
}

type ControllerRow = AttentionRow & { id: string }
type RowDetails = { text: string | null; next: [step: NonNullable<AttentionRow['next']>['step'], href: string] }

/** Returns the controllers in one state, with a note and the next step; null where the backend cannot search them. */
async function controllers(
  reader: Reader,
  scope: OverviewScope,
  kind: AttentionKind,
  filter: DeviceStateFilter,
  describe: (device: Device) => RowDetails,
): Promise<(Omit<AttentionGroup, 'rows'> & { rows: ControllerRow[] })[] | null> {
  const page = await findDevicesInState(reader, scope, filter, maxRowsPerKind)
  if (!page) return null
  if (page.counted.count === 0 && page.devices.length === 0) return isUnknownCount(page.counted) ? null : []
  const rows = page.devices.map((device): ControllerRow => {
    const { text, next } = describe(device)
    return {
      id: device.id,
      kind,
      name: device.name,
      text,
      where: placeNameIn(scope, device.path),
      href: devicePageHref(scope.at, device.path, 'device', device.id),
      since: null,
      next: { step: next[0], href: next[1] },
    }
  })
  return [{ kind, counted: page.counted, href: devicesHref(scope, filter), rows }]
}

/** The alarm filter of the overview, as the list's address has it. */
export const severeAlarms = { state: 'active', severity: ['critical', 'high'] } as const

/** The acknowledgement states of alarms that nobody has acknowledged. */
export const toAcknowledge = ['unacknowledged', 'notRequired'] as const satisfies readonly AckState[]

/** The three alarm kinds: unacknowledged ones by severity, then acknowledged ones. */
const alarmKinds = [
  { kind: 'criticalAlarm', severities: ['critical'], ackStates: toAcknowledge },
  { kind: 'highAlarm', severities: ['high'], ackStates: toAcknowledge },
  { kind: 'acknowledgedAlarm', severities: ['critical', 'high'], ackStates: ['acknowledged'] },
] as const satisfies readonly { kind: AttentionKind; severities: readonly Severity[]; ackStates: readonly AckState[] }[]

async function alarms(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[]> {
  const t = translator(reader.language)
  const { tenantId, customerId } = scope.at
  return Promise.all(
    alarmKinds.map(async ({ kind, severities, ackStates }): Promise<AttentionGroup> => {
      const query = { severities: [...severities], ackStates: [...ackStates], isActive: true, pageSize: maxRowsPerKind }
      const response = await reader.call(operations.findAlarms, { body: { ...alarmScopeQuery(scope), ...query } })
      return {
        kind,
        counted: countInReply(response),
        href: alarmsHref(scope, { ...severeAlarms, severity: severities, ack: ackStates }),
        rows: response.data.map((alarm) => {
          const { id, deviceName, equipmentName, messageText: text = null, raisedAt, siteName, path } = alarm
          const to = href('alarm', { tenantId, customerId, alarmId: id })
          const by = kind === 'acknowledgedAlarm' ? alarm.acknowledgedBy?.fullName : undefined
          return {
            kind,
            name: equipmentName ?? deviceName ?? null,
            text: by ? t('main:overview.says.acknowledgedAlarm', { text: text ?? '', name: by }) : text,
            where: path ? placeNameIn(scope, path) : (siteName ?? ''),
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
async function faults(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[]> {
  // No call filters by building.
  if (scope.level === 'building') return []
  const at = { ...scope.at, zone: 'UTC' }
  const groupOf = async (
    kind: 'fault' | 'faultReturned',
    filter: { status?: ['returned'] },
  ): Promise<AttentionGroup> => {
    const { faults: matches, total } = await findFaults(reader, { at, filter, pageSize: maxRowsPerKind })
    return {
      kind,
      counted: total ?? { count: matches.length, isCapped: true },
      href: faultsHref(scope, filter),
      rows: matches
        .filter((fault) => kind === 'faultReturned' || !hasReturned(fault))
        .map(({ id, equipmentName, ruleName, startedAt, siteName, path }) => ({
          kind,
          name: equipmentName ?? null,
          text: ruleName ?? null,
          where: path ? placeNameIn(scope, path) : (siteName ?? ''),
          ...toFault(scope.at, id),
          since: startedAt,
        })),
    }
  }
  return Promise.all([groupOf('faultReturned', { status: ['returned'] }), groupOf('fault', {})])
}

/** Returns the overrides that were likely forgotten. */
async function overrides(reader: Reader, scope: OverviewScope): Promise<AttentionGroup[] | null> {
  const page = await listOverrides(reader, { at: scope.at, filter: forgottenOverrides, pageSize: maxRowsPerKind })
  if (!page) return null
  if (page.total.count === 0 && page.overrides.length === 0) return isUnknownCount(page.total) ? null : []
  const list = overridesHref(scope, forgottenOverrides)
  const rows = page.overrides.map((override) => {
    const row = overrideRow(scope.at, override, '')
    const to = row.href ?? list
    const where = override.path ? placeNameIn(scope, override.path) : ''
    const next = { step: 'look' as const, href: to }
    return { kind: 'override' as const, name: row.name, text: row.by, where, href: to, since: row.since, next }
  })
  return [{ kind: 'override', counted: page.total, href: list, rows }]
}

function toFault({ tenantId, customerId }: Place, faultId: string) {
  const to = href('fault', { tenantId, customerId, faultId })
  return { href: to, next: { step: 'look' as const, href: to } }
}

/**
 * Counts stalled deployments as their list does: those started together are one. Returns null if none was found but not
 * all were read.
 */
async function stalled(reader: Reader, at: Place): Promise<AttentionGroup[] | null> {
  const { deployments, isCut } = await stalledDeployments(reader, { customerId: at.customerId })
  const count = new Set(deployments.map(({ operationId }) => operationId)).size
  const rows = deployments.slice(0, maxRowsPerKind).map(({ operationId, device, startedAt, requestedAt }) => {
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

async function tunnels(reader: Reader, at: Place): Promise<AttentionGroup[] | null> {
  const page = await withFallback(
    site.findTunnels,
    () => reader.call(site.findTunnels, { query: { customerId: at.customerId, pageSize: 50 } }),
    async () => null,
  )
  if (!page) return null
  if (page.totalCount === 0) return []
  const list = href('customerTunnels', at)
  const ending = page.data.filter(({ expiresAt }) => expiresAt && Date.parse(expiresAt) - Date.now() < aboutToEndMs)
  const rows = ending.slice(0, maxRowsPerKind).map(({ device, expiresAt }) => ({
    kind: 'tunnel' as const,
    name: device?.name ?? null,
    text: null,
    where: device?.path?.find(({ type }) => type === 'site')?.name ?? '',
    href: device ? devicePageHref(at, device.path, 'deviceTunnels', device.id) : list,
    since: expiresAt ?? null,
    next: { step: 'look' as const, href: list },
  }))
  return [{ kind: 'tunnel', counted: countInReply(page), href: list, rows }]
}

type DevicePage =
  | 'device'
  | (typeof pages)[KindName]['device']
  | 'deviceDeployments'
  | 'deviceOnboarding'
  | 'deviceTunnels'

/** Returns the address of a controller's page; without a known path, the address that looks it up. */
function devicePageHref(
  at: Place,
  path: PathNode[] | undefined,
  page: DevicePage,
  id: string,
  search?: QueryParams,
): string {
  const params: Record<string, string> = { ...placeParams(at, path ?? []), deviceId: id }
  return params.spaceId
    ? href(page, params as ParamsFor<'device'>, search)
    : href('deviceById', { ...at, deviceId: id })
}

/** Returns the name of the place directly below the scope. */
export function placeNameIn({ level }: OverviewScope, path: readonly PathNode[] | undefined): string {
  const below = { customer: 'site', group: 'site', site: 'building', building: 'space' } as const
  return path?.find(({ type }) => type === below[level])?.name ?? ''
}
