/** What a wall shows of a customer or a site, and the place it turns to. */
import { severities } from '#contracts/alarm-names'
import type { Alarm, Severity } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import { countInReply, isUnknownCount, type TotalCount } from '~/domain/count'
import { findEquipment } from '~/features/equipment/shared/find-equipment.server'
import { smallDrawings } from '~/features/equipment/shared/space-drawings.server'
import { liveHref } from '~/features/point/shared/live'
import { savedTrendSet } from '~/features/trend/shared/saved-set.server'
import { href, type QueryParams } from '~/hrefs'
import { alarmsHref, devicesHref } from '~/kit/place/lists'
import { noGroup, type ParamsFor } from '~/paths'
import { mayOpen } from '~/views'
import { loadOverviewCounts, type OverviewCounts } from '../counts.server'
import { type AttentionKind, selectAttentionRows } from './attention'
import { type AttentionResult, bulkAttention, loadAttention, placeNameIn } from './attention.server'
import { alarmScopeQuery } from './scope'
import { loadSiteRanking } from './site-ranking.server'
import type { SiteStates } from './site-states'
import { loadSiteStates } from './site-states.server'
import { offeredSeconds, type Wall, type WallAlarm, type WallSettings, type WallTurn, wallQuery } from './wall'

/** The places that have a wall. */
export type WallScope = { level: 'customer'; at: ParamsFor<'customer'> } | { level: 'site'; at: ParamsFor<'site'> }

interface WallPlace {
  scope: WallScope
  settings: WallSettings
  name: string
  customerName: string | null
  zone?: string | undefined
}

const maxNewest = 5
const maxAttention = 5
const maxSites = 6
/** Drawings side by side, so that their letters are large. */
const maxEquipment = 3

export async function loadWall(reader: Reader, place: WallPlace): Promise<Wall> {
  const { scope, settings, name, customerName, zone } = place
  const [counted, alarms, attention, sites, next, shown] = await Promise.all([
    asPanel(loadOverviewCounts(reader, scope)),
    reader.may('alarm.read') ? asPanel(wallAlarms(reader, scope)) : undefined,
    loadAttention(reader, scope),
    scope.level === 'customer' ? loadSiteStates(reader, scope) : null,
    settings.turn ? nextPlace(reader, scope, settings.turn) : scope,
    turnedPart(reader, scope, settings),
  ])
  const counts = counted.ok ? counted.value : null
  const groups = [...attention.groups, ...(counts ? bulkAttention(reader, scope, counts) : [])]
  const others = groups.filter(({ kind }) => !alarmKinds.includes(kind))
  const now = new Date()
  const readAt = new Date(now.getTime() - (reader.age().seconds ?? 0) * 1000)
  return {
    name,
    customerName,
    zone,
    readAt: readAt.toISOString(),
    now: now.toISOString(),
    ...(alarms && { alarms: alarms.ok ? alarms.value : null }),
    attention: { rows: selectAttentionRows(others).slice(0, maxAttention), missing: attention.missing },
    ...(reader.may('device.read') && { connected: connectedOf(scope, counts, attention) }),
    ...(reader.may('fault.read') && reader.features.faults && { faults: faultsOf(groups, attention.missing) }),
    sites: sites?.ok ? wallSites(sites.value) : null,
    ...shown?.part,
    settings,
    turns: turnsOf(reader, scope, settings),
    links: {
      next: placeHref(next, wallQuery({ ...settings, after: shown?.next ?? null })),
      pause: placeHref(scope, wallQuery({ ...settings, every: null })),
      resume: placeHref(scope, wallQuery({ ...settings, every: offeredSeconds })),
      leave: placeHref(scope, {}),
    },
  }
}

/** Returns the wall of the first customer of a tenant, which turns over all; null without one. */
export async function tenantWallHref(
  { read }: Reader,
  tenantId: string,
  { every }: WallSettings,
): Promise<string | null> {
  const [first] = await read(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize: maxPlaces, archived: false },
  })
  return first ? href('customer', { tenantId, customerId: first.id }, wallQuery({ every, turn: 'customers' })) : null
}

const wallSites = ({ rows, siteCount, isPartial }: SiteStates): Wall['sites'] => ({
  rows: rows.slice(0, maxSites),
  ofFirst: isPartial ? siteCount : null,
})

interface TurnedPart {
  part: Pick<Wall, 'equipment' | 'ranking' | 'trends'>
  /** Where the next part starts; null at the end. */
  next: string | null
}

/** Returns what a wall of one place turns over, and where that goes on; undefined on a wall that turns over places. */
async function turnedPart(
  reader: Reader,
  scope: WallScope,
  { turn, after }: WallSettings,
): Promise<TurnedPart | undefined> {
  if (turn === 'ranking' && scope.level === 'customer') {
    const { ranking, next } = await loadSiteRanking(reader, scope.at, after)
    return { part: { ranking }, next }
  }
  if (turn === 'equipment' && mayOpen('allEquipment', reader)) return equipmentPart(reader, scope, after)
  if (turn !== 'trends' || !mayOpen('trends', reader)) return undefined
  const { tenantId, customerId } = scope.at
  const set = await savedTrendSet(reader, { tenantId, customerId }, Number(after ?? 0))
  return { part: { trends: set && { name: set.name, href: set.href, charts: set.charts } }, next: set?.next ?? null }
}

async function equipmentPart(reader: Reader, scope: WallScope, after: string | null): Promise<TurnedPart> {
  const page = await asPanel(
    findEquipment(reader, {
      at: scope.at,
      filter: {},
      sort: 'type',
      after: after ?? undefined,
      pageSize: maxEquipment,
    }),
  )
  if (!page.ok) return { part: { equipment: { drawings: null, live: null } }, next: null }
  const drawings = await smallDrawings(reader, scope.at, page.value.equipment)
  const value = drawings === null ? [] : drawings.ok ? drawings.value : null
  const deviceIds = value?.flatMap((one) => one.deviceIds) ?? []
  // A guest follows no points: the wall reads itself again.
  const live = reader.session.person.isGuest ? null : liveHref(reader, scope.at, deviceIds)
  return { part: { equipment: { drawings: value, live } }, next: page.value.next }
}

/** The alarms have a part of their own on the wall. */
const alarmKinds: readonly AttentionKind[] = ['criticalAlarm', 'highAlarm', 'acknowledgedAlarm']

const placeHref = ({ level, at }: WallScope, search: QueryParams) =>
  level === 'site' ? href('site', at, search) : href('customer', at, search)

/** Returns the active alarms by severity, and the newest. */
async function wallAlarms(reader: Reader, scope: WallScope): Promise<NonNullable<Wall['alarms']>> {
  const body = { ...alarmScopeQuery(scope), isActive: true }
  const reply = await reader.call(operations.findAlarms, {
    body: { ...body, sort: [{ field: 'raisedAt', direction: 'desc' }], pageSize: maxNewest },
  })
  const tally = reply.facets?.severity
  const countOf = async (severity: Severity): Promise<TotalCount> => {
    if (tally) return { count: tally[severity] ?? 0, isCapped: reply.areFacetsCapped === true }
    return countInReply(
      await reader.call(operations.findAlarms, { body: { ...body, severities: [severity], pageSize: 1 } }),
    )
  }
  return {
    severities: await Promise.all(
      severities.map(async (severity) => ({
        severity,
        counted: await countOf(severity),
        href: alarmsHref(scope, { state: 'active', severity }),
      })),
    ),
    newest: reply.data.slice(0, maxNewest).map((alarm) => wallAlarm(scope, alarm)),
  }
}

function wallAlarm(scope: WallScope, alarm: Alarm): WallAlarm {
  const { tenantId, customerId } = scope.at
  const { id, severity, equipmentName, deviceName, pointName, messageText, siteName, path, raisedAt, ackState } = alarm
  return {
    id,
    href: href('alarm', { tenantId, customerId, alarmId: id }),
    severity,
    name: equipmentName ?? deviceName ?? pointName ?? '',
    text: messageText ?? '',
    where: path ? placeNameIn(scope, path) : (siteName ?? ''),
    raisedAt,
    isAcknowledged: ackState === 'acknowledged',
  }
}

function connectedOf(
  scope: WallScope,
  counts: OverviewCounts | null,
  { groups, missing }: AttentionResult,
): Wall['connected'] {
  const { devices, notOnboarded } = counts ?? {}
  const found = groups.find(({ kind }) => kind === 'offline')?.counted
  const none = missing.includes('offline') ? undefined : { count: 0, isCapped: false }
  const offline = counts?.offline ?? found ?? none
  if (!devices || !notOnboarded || !offline) return null
  if ([devices, notOnboarded, offline].some((one) => one.isCapped || isUnknownCount(one))) return null
  return {
    count: devices.count - notOnboarded.count - offline.count,
    devices: devices.count,
    href: devicesHref(scope, { connected: 'true' }),
  }
}

function faultsOf(
  groups: readonly { kind: AttentionKind; counted: TotalCount; href: string | null }[],
  missing: readonly string[],
): Wall['faults'] {
  const group = groups.find(({ kind }) => kind === 'fault')
  return missing.includes('faults') || !group || isUnknownCount(group.counted) ? null : group
}

/** Returns the wall of the same place for each way to turn. */
function turnsOf(reader: Reader, scope: WallScope, { every }: WallSettings): Wall['turns'] {
  const { person } = reader
  const hasCustomers = person.isSuper || person.info.tenants.length > 0 || person.info.customers.length > 1
  const turns: (WallTurn | null)[] = [
    null,
    ...(scope.level === 'customer' ? (['ranking'] as const) : []),
    'sites',
    ...(hasCustomers ? (['customers'] as const) : []),
    ...(mayOpen('allEquipment', reader) && reader.may('point.read') ? (['equipment'] as const) : []),
    ...(mayOpen('trends', reader) ? (['trends'] as const) : []),
  ]
  return turns.map((turn) => ({ turn, href: placeHref(scope, wallQuery({ every: every ?? offeredSeconds, turn })) }))
}

/** The maximum number of places that a wall turns over. */
const maxPlaces = 100

/** Returns the place after this one; the same place if the others cannot be read. */
async function nextPlace(reader: Reader, scope: WallScope, turn: WallTurn): Promise<WallScope> {
  const { tenantId, customerId } = scope.at
  if (turn === 'ranking' || turn === 'equipment' || turn === 'trends') return scope
  if (turn === 'customers') {
    const customers = await reader.panel(tenant.listCustomers, {
      path: { id: tenantId },
      query: { pageSize: maxPlaces, archived: false },
    })
    const ids = customers.ok ? customers.value.map(({ id }) => id) : []
    return { level: 'customer', at: { tenantId, customerId: after(ids, customerId) ?? ids[0] ?? customerId } }
  }
  const sites = await reader.panel(site.listSites, {
    path: { id: customerId },
    query: { pageSize: maxPlaces, archived: false },
  })
  const all = sites.ok ? sites.value.filter(({ archived }) => !archived) : []
  const siteId =
    scope.level === 'site'
      ? after(
          all.map(({ id }) => id),
          scope.at.siteId,
        )
      : all[0]?.id
  const found = all.find(({ id }) => id === siteId)
  if (!found) return { level: 'customer', at: { tenantId, customerId } }
  return { level: 'site', at: { tenantId, customerId, groupId: found.siteGroupId ?? noGroup, siteId: found.id } }
}

/** Returns the id after another one; undefined after the last. */
const after = (ids: readonly string[], id: string): string | undefined => ids[ids.indexOf(id) + 1]
