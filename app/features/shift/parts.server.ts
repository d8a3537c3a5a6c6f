/** The parts of a shift page, each read on its own; a failure affects only its part. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import type { PathNode } from '#contracts/scalars'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { groupByCause } from '~/domain/alarm-causes'
import { countInReply, type TotalCount, unknownCount } from '~/domain/count'
import { findFaults } from '~/features/fault/shared/find-faults.server'
import { hasReturned } from '~/features/fault/shared/row'
import { forgottenOverrides } from '~/features/override/shared/filter'
import { listOverrides } from '~/features/override/shared/find-overrides.server'
import { overrideRow } from '~/features/override/shared/row'
import type { AttentionGroup, AttentionRow } from '~/features/overview/shared/attention'
import { loadAttention } from '~/features/overview/shared/attention.server'
import { findDevicesInState } from '~/features/overview/shared/find-devices-in-state.server'
import { alarmScopeQuery, type OverviewScope, overviewPlaceId } from '~/features/overview/shared/scope'
import { href, nodeHref } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { alarmsHref, devicesHref, faultsHref, overridesHref } from '~/kit/place/lists'
import { StoreUnavailable } from '~/store/store-unavailable'
import { type Tally, tallyOf } from '~/trail/tally.server'
import { visibleTo } from '~/trail/visible-to.server'
import { maxPartRows, type PartContent, type PartName, partNames, type ShiftLine, type ShiftRow } from './part'

/** A customer or a site. */
export type ShiftScope = Extract<OverviewScope, { level: 'customer' | 'site' }>

interface ShiftQuery {
  reader: Reader
  scope: ShiftScope
  since: string
  t: ReturnType<typeof translator>
}

/** Alarms per call, and calls at most. */
const maxPerCall = 200
const maxPages = 5

export type PartContents = Partial<Record<PartName, Panel<PartContent | null> | false>>

/** Returns the parts the person may read. Null: the backend has no such list; false: the store is unavailable. */
export async function readParts(reader: Reader, scope: ShiftScope, since: string): Promise<PartContents> {
  const { may, features } = reader
  const query: ShiftQuery = { reader, scope, since, t: translator(reader.language) }
  const raised = may('alarm.read') ? readRaisedAlarms(query) : null
  const tally = may('trail.read') ? readTally(query) : null
  // Both are awaited below, by the first part that needs them; this avoids unhandled rejections.
  raised?.catch(() => undefined)
  tally?.catch(() => undefined)
  const work: Record<PartName, (() => Promise<PartContent | null>) | null> = {
    alarms: raised && (() => alarmPart(query, raised)),
    faults: may('fault.read') && features.faults ? () => faultPart(query) : null,
    overrides: may('point.read') ? () => overridePart(query, tally) : null,
    work: may('config.read') || may('deploy.read') ? () => workPart(query) : null,
    controllers: may('device.read') ? () => controllerPart(query, raised) : null,
    changes: tally && (async () => changePart(query, await tally)),
  }
  const results = await Promise.all(
    partNames.map(async (name) => {
      const find = work[name]
      return [name, find && (await falseIfUnavailable(asPanel(find())))] as const
    }),
  )
  return Object.fromEntries(results.filter(([, part]) => part !== null))
}

async function falseIfUnavailable<T>(work: Promise<T>): Promise<T | false> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

interface RaisedAlarms {
  alarms: Alarm[]
  total: TotalCount
  isCut: boolean
}

/** Returns the alarms raised since the moment, newest first. */
async function readRaisedAlarms({ reader, scope, since }: ShiftQuery): Promise<RaisedAlarms> {
  const body = {
    ...alarmScopeQuery(scope),
    from: since,
    sort: [{ field: 'raisedAt' as const, direction: 'desc' as const }],
    pageSize: maxPerCall,
  }
  const first = await reader.call(operations.findAlarms, { body })
  const alarms = [...first.data]
  let next = first.continuationToken
  for (let read = 1; next && read < maxPages; read += 1) {
    const page = await reader.call(operations.findAlarms, { body: { ...body, continuationToken: next } })
    alarms.push(...page.data)
    next = page.continuationToken
  }
  return { alarms: alarms, total: countInReply(first), isCut: Boolean(next) }
}

const severityOrder = ['critical', 'high', 'medium', 'low'] as const
const severityTones = { critical: 'danger', high: 'high', medium: 'warn', low: 'low' } as const

/** New unacknowledged alarms, each root cause with the number of its consequences. */
async function alarmPart(
  { reader, scope, since, t }: ShiftQuery,
  raisedAlarms: Promise<RaisedAlarms>,
): Promise<PartContent> {
  const unacknowledged = { ...alarmScopeQuery(scope), ackStates: ['unacknowledged' as const], pageSize: 1 }
  const [raised, newest, all] = await Promise.all([
    raisedAlarms,
    reader.call(operations.findAlarms, { body: { ...unacknowledged, from: since } }),
    reader.call(operations.findAlarms, { body: unacknowledged }),
  ])
  const { tenantId, customerId } = scope.at
  const causes = groupByCause(raised.alarms.filter(({ ackState }) => ackState === 'unacknowledged'))
  const rank = ({ alarm }: (typeof causes)[number]) => severityOrder.indexOf(alarm.severity)
  causes.sort((a, b) => rank(a) - rank(b) || b.below.length - a.below.length)
  return {
    lines: [
      line(t('main:shift.line.newAlarms'), raised.total, alarmsHref(scope, { since })),
      line(
        t('main:shift.line.newUnacknowledged'),
        countInReply(newest),
        alarmsHref(scope, { ack: 'unacknowledged', since }),
      ),
      line(t('main:shift.line.unacknowledged'), countInReply(all), alarmsHref(scope, { ack: 'unacknowledged' })),
    ],
    rows: causes.slice(0, maxPartRows).map(({ alarm, below }) => ({
      state: t(`severity.${alarm.severity}`),
      tone: severityTones[alarm.severity],
      name: alarm.equipmentName ?? alarm.deviceName ?? alarm.siteName ?? '',
      text: [alarm.messageText, below.length > 0 && t('main:shift.follow', { count: below.length })]
        .filter(Boolean)
        .join(' · '),
      where: whereIn(scope, alarm.path, alarm.siteName),
      at: alarm.raisedAt,
      href: href('alarm', { tenantId, customerId, alarmId: alarm.id }),
    })),
    isPartial: raised.isCut,
  }
}

/** New faults; the rows are those that returned after they were resolved, then the recurring ones. */
async function faultPart({ reader, scope, since, t }: ShiftQuery): Promise<PartContent> {
  const at = { ...scope.at, zone: 'UTC' }
  const filter = { status: ['all'], since } as const
  const returnedFilter = { status: ['returned'], since } as const
  const [started, active, returned] = await Promise.all([
    findFaults(reader, { at, filter, sort: '-times', pageSize: 50 }),
    findFaults(reader, { at, filter: {}, pageSize: 1 }),
    findFaults(reader, { at, filter: returnedFilter, sort: '-since', pageSize: maxPartRows }),
  ])
  const recurring = started.faults.filter((fault) => (fault.occurrenceCount ?? 1) > 1 && !hasReturned(fault))
  const rowFaults = [...returned.faults, ...recurring].slice(0, maxPartRows)
  const { tenantId, customerId } = scope.at
  return {
    lines: [
      line(t('main:shift.line.begunFaults'), started.total, faultsHref(scope, filter)),
      line(t('main:shift.line.returnedFaults'), returned.total, faultsHref(scope, returnedFilter)),
      line(t('main:shift.line.activeFaults'), active.total, faultsHref(scope, {})),
    ],
    rows: rowFaults.map((fault) => ({
      state: t(hasReturned(fault) ? 'main:fault.cameBack' : 'main:shift.state.beganAgain'),
      tone: hasReturned(fault) ? 'high' : 'warn',
      name: fault.equipmentName ?? '',
      text: [fault.ruleName, t('main:shift.times', { count: fault.occurrenceCount ?? 1 })].filter(Boolean).join(' · '),
      where: whereIn(scope, fault.path, fault.siteName),
      at: fault.startedAt,
      href: href('fault', { tenantId, customerId, faultId: fault.id }),
    })),
    isPartial: returned.incomplete || (recurring.length === started.faults.length && started.next !== null),
  }
}

/** The changes that release points, each with the key of its noun. */
const releaseNouns = {
  'point.release': 'release',
  'point.endEmergency': 'emergency',
  'point.giveBack': 'setValue',
  'overrides.clear': 'clearing',
} as const
const releaseChanges = Object.keys(releaseNouns) as (keyof typeof releaseNouns)[]

/** New overrides, releases from the trail, and old overrides. Null where the backend lists none. */
async function overridePart(query: ShiftQuery, tallyPromise: Promise<Tally> | null): Promise<PartContent | null> {
  const { reader, scope, since, t } = query
  const [started, oldOverrides, tally] = await Promise.all([
    listOverrides(reader, { at: scope.at, filter: { since }, sort: '-at', pageSize: maxPartRows }),
    listOverrides(reader, { at: scope.at, filter: forgottenOverrides, pageSize: 1 }),
    tallyPromise && falseIfUnavailable(tallyPromise),
  ])
  if (!started || !oldOverrides) return null
  const releaseLines = releaseChanges.flatMap((name): ShiftLine[] => {
    const count = (tally && tally.mutations[name]) || 0
    if (count === 0) return []
    const counted = { count, isCapped: tally ? tally.isCut : false }
    return [line(t(`main:shift.ended.${releaseNouns[name]}`, { count }), counted, trailHref(query, { mutation: name }))]
  })
  const list = overridesHref(scope, { since })
  return {
    lines: [
      line(t('main:shift.line.begunOverrides'), started.total, list),
      ...releaseLines,
      line(t('main:shift.line.forgotten'), oldOverrides.total, overridesHref(scope, forgottenOverrides)),
    ],
    rows: started.overrides.map((override) => {
      const row = overrideRow(scope.at, override, '')
      return {
        state: t(row.until === null ? 'main:shift.state.endless' : 'main:shift.state.begun'),
        tone: row.until === null ? 'warn' : 'progress',
        name: row.name,
        text: row.by ?? '',
        where: row.device,
        at: row.since,
        href: row.href ?? list,
      }
    }),
    isPartial: false,
  }
}

const workTones = { sendFailed: 'danger', deploymentFailed: 'danger', stalled: 'warn' } as const
type WorkKind = keyof typeof workTones
const workQuestions = ['sends', 'deployments', 'stalled'] as const
const workOf = { sends: 'sendFailed', deployments: 'deploymentFailed', stalled: 'stalled' } as const

/** Sends and deployments that failed or stalled, by their present state. */
async function workPart({ reader, scope, t }: ShiftQuery): Promise<PartContent> {
  const work = await loadAttention(reader, scope, workQuestions)
  const troubles = work.groups.filter((one): one is AttentionGroup & { kind: WorkKind } => one.kind in workTones)
  const row =
    (kind: WorkKind) =>
    (attentionRow: AttentionRow): ShiftRow => ({
      state: t(`main:overview.kind.${kind}`),
      tone: workTones[kind],
      name: attentionRow.name ?? '',
      text: attentionRow.text ?? '',
      where: attentionRow.where,
      at: attentionRow.since,
      href: attentionRow.next?.href ?? attentionRow.href ?? '',
    })
  return {
    lines: [
      ...troubles.map(({ kind, counted, href: list }) => line(t(`main:shift.line.${kind}`), counted, list)),
      ...workQuestions
        .filter((question) => work.missing.includes(question))
        .map((question) => line(t(`main:shift.line.${workOf[question]}`), null, null)),
    ],
    rows: troubles.flatMap(({ kind, rows }) => rows.slice(0, maxPartRows / 2).map(row(kind))),
    isPartial: work.missing.length > 0,
  }
}

/** Controllers that went offline since the moment and still are, and those that reconnected. */
async function controllerPart(
  { reader, scope, since, t }: ShiftQuery,
  raisedAlarms: Promise<RaisedAlarms> | null,
): Promise<PartContent> {
  const filter = { connected: ['false'], onboarded: ['true'] } as const
  const [offline, raised, reconnected] = await Promise.all([
    findDevicesInState(reader, scope, filter, 1),
    raisedAlarms,
    raisedAlarms && readReconnected({ reader, scope, since }),
  ])
  const lostAlarms = raised?.alarms.filter(({ eventType, isActive }) => isActive && eventType === 'deviceOffline') ?? []
  const row = (alarm: Alarm, isReconnected: boolean): ShiftRow => ({
    state: t(isReconnected ? 'main:shift.state.back' : 'main:shift.state.lost'),
    tone: isReconnected ? 'ok' : 'danger',
    name: alarm.deviceName ?? '',
    text: '',
    where: whereIn(scope, alarm.path, alarm.siteName),
    at: isReconnected ? (alarm.normalAt ?? null) : alarm.raisedAt,
    href: controllerHref(scope, alarm),
  })
  return {
    lines: [line(t('main:shift.line.silent'), offline?.counted ?? null, devicesHref(scope, filter))],
    rows: [
      ...lostAlarms.slice(0, maxPartRows).map((alarm) => row(alarm, false)),
      ...(reconnected?.alarms ?? []).slice(0, maxPartRows).map((alarm) => row(alarm, true)),
    ],
    isPartial: Boolean(
      raised?.isCut ||
        reconnected?.isCut ||
        lostAlarms.length > maxPartRows ||
        (reconnected?.alarms.length ?? 0) > maxPartRows,
    ),
  }
}

/** Returns the controllers that reconnected since the moment. */
async function readReconnected({
  reader,
  scope,
  since,
}: Omit<ShiftQuery, 't'>): Promise<Pick<RaisedAlarms, 'alarms' | 'isCut'>> {
  const alarms: Alarm[] = []
  let next: string | null | undefined
  for (let read = 0; read < maxPages; read += 1) {
    const page = await reader.call(operations.findAlarms, {
      body: {
        ...alarmScopeQuery(scope),
        isActive: false,
        sort: [{ field: 'normalAt', direction: 'desc' }],
        pageSize: maxPerCall,
        ...(next && { continuationToken: next }),
      },
    })
    const within = page.data.filter(({ normalAt }) => normalAt && Date.parse(normalAt) >= Date.parse(since))
    alarms.push(...within.filter(({ eventType }) => eventType === 'deviceOffline'))
    next = page.continuationToken
    if (!next || within.length < page.data.length) return { alarms: alarms, isCut: false }
  }
  return { alarms: alarms, isCut: true }
}

async function readTally({ reader, scope, since }: ShiftQuery): Promise<Tally> {
  const { tenantId, customerId } = scope.at
  return tallyOf({ tenantId, under: overviewPlaceId(scope) ?? customerId, from: since, visibleTo: visibleTo(reader) })
}

/** The people who made changes, each with the number. */
function changePart(query: ShiftQuery, { people, isCut }: Tally): PartContent {
  const { t } = query
  const total = people.reduce((sum, one) => sum + one.changes, 0)
  const failed = people.reduce((sum, one) => sum + one.failed, 0)
  const capped = (count: number): TotalCount => ({ count, isCapped: isCut })
  return {
    lines: [
      line(t('main:shift.line.changes'), capped(total), trailHref(query, {})),
      ...(failed > 0
        ? [line(t('main:shift.line.failedChanges'), capped(failed), trailHref(query, { outcome: 'failed' }))]
        : []),
    ],
    rows: people.slice(0, maxPartRows).map((one) => ({
      state: countText(t, 'plain', { count: one.changes, isCapped: false }),
      tone: one.failed > 0 ? 'danger' : 'info',
      name: one.name,
      text: [
        t('main:shift.changed', { count: one.changes }),
        one.failed > 0 && t('main:shift.failed', { count: one.failed }),
      ]
        .filter(Boolean)
        .join(' · '),
      where: '',
      at: one.last,
      href: trailHref(query, { actor: one.actor }),
    })),
    isPartial: isCut || people.length > maxPartRows,
  }
}

function trailHref({ scope, since }: ShiftQuery, search: Record<string, string>): string {
  const { tenantId, customerId } = scope.at
  return href('trail', { tenantId }, { ...search, under: overviewPlaceId(scope) ?? customerId, since })
}

const line = (text: string, counted: TotalCount | null, list: string | null): ShiftLine => ({
  text,
  counted: counted ?? unknownCount,
  href: counted === null || counted.count > 0 ? list : null,
})

/** Returns the place one level below the scope. */
function whereIn({ level }: ShiftScope, path: readonly PathNode[] | undefined, siteName?: string | null): string {
  const below = level === 'customer' ? 'site' : 'building'
  return path?.find(({ type }) => type === below)?.name ?? (level === 'customer' ? (siteName ?? '') : '')
}

/** Links to the controller of an alarm; to the alarm where it names none. */
function controllerHref({ at }: ShiftScope, { id, deviceId, path = [] }: Alarm): string {
  const own = deviceId && nodeHref(at, path, { id: deviceId, type: 'device' })
  return own || href('alarm', { ...at, alarmId: id })
}
