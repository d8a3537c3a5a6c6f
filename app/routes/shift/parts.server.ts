/** The parts of a shift page, each read on its own; a failure affects only its part. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import type { PathNode } from '#contracts/scalars'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { byCause } from '~/domain/alarm-causes'
import { type Counted, countedIn, uncounted } from '~/domain/counted'
import { href, nodeHref } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import type { AttentionRow, Trouble } from '~/screens/overview/attention'
import { findIn } from '~/screens/overview/find-in.server'
import { alarmsIn, placeId, type Scope } from '~/screens/overview/scope'
import { troublesOf } from '~/screens/overview/troubles.server'
import { alarmsHref, devicesHref, faultsHref, overridesHref } from '~/screens/place/lists'
import { StoreUnavailable } from '~/store/store-unavailable'
import { findFaults } from '~/things/fault/find-faults.server'
import { cameBack } from '~/things/fault/row'
import { forgotten } from '~/things/override/filter'
import { listedOverrides } from '~/things/override/find-overrides.server'
import { overrideRow } from '~/things/override/row'
import { type Tally, tallyOf } from '~/trail/tally.server'
import { visibleTo } from '~/trail/visible-to.server'
import { type Line, mostShown, type Part, type PartName, partNames, type Row } from './part'

/** A customer or a site. */
export type ShiftScope = Extract<Scope, { level: 'customer' | 'site' }>

interface Asked {
  reader: Reader
  scope: ShiftScope
  since: string
  t: ReturnType<typeof translator>
}

/** Alarms per call, and calls at most. */
const inOne = 200
const mostPages = 5

export type Parts = Partial<Record<PartName, Panel<Part | null> | false>>

/** Returns the parts the person may read. Null: the backend has no such list; false: the store is unavailable. */
export async function partsOf(reader: Reader, scope: ShiftScope, since: string): Promise<Parts> {
  const { may, features } = reader
  const asked: Asked = { reader, scope, since, t: translator(reader.language) }
  const raised = may('alarm.read') ? raisedSince(asked) : null
  const tally = may('trail.read') ? tallied(asked) : null
  // Both are awaited below, by the first part that needs them; this avoids unhandled rejections.
  raised?.catch(() => undefined)
  tally?.catch(() => undefined)
  const work: Record<PartName, (() => Promise<Part | null>) | null> = {
    alarms: raised && (() => alarms(asked, raised)),
    faults: may('fault.read') && features.faults ? () => faults(asked) : null,
    overrides: may('point.read') ? () => overrides(asked, tally) : null,
    work: may('config.read') || may('deploy.read') ? () => pending(asked) : null,
    controllers: may('device.read') ? () => controllers(asked, raised) : null,
    changes: tally && (async () => changes(asked, await tally)),
  }
  const found = await Promise.all(
    partNames.map(async (name) => {
      const find = work[name]
      return [name, find && (await orUnavailable(asPanel(find())))] as const
    }),
  )
  return Object.fromEntries(found.filter(([, part]) => part !== null))
}

async function orUnavailable<T>(work: Promise<T>): Promise<T | false> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

interface Raised {
  alarms: Alarm[]
  total: Counted
  isCut: boolean
}

/** Returns the alarms raised since the moment, newest first. */
async function raisedSince({ reader, scope, since }: Asked): Promise<Raised> {
  const body = {
    ...alarmsIn(scope),
    from: since,
    sort: [{ field: 'raisedAt' as const, direction: 'desc' as const }],
    pageSize: inOne,
  }
  const first = await reader.ask(operations.findAlarms, { body })
  const found = [...first.data]
  let next = first.continuationToken
  for (let read = 1; next && read < mostPages; read += 1) {
    const page = await reader.ask(operations.findAlarms, { body: { ...body, continuationToken: next } })
    found.push(...page.data)
    next = page.continuationToken
  }
  return { alarms: found, total: countedIn(first), isCut: Boolean(next) }
}

const severityOrder = ['critical', 'high', 'medium', 'low'] as const
const severityTones = { critical: 'danger', high: 'high', medium: 'warn', low: 'low' } as const

/** New unacknowledged alarms, each root cause with the number of its consequences. */
async function alarms({ reader, scope, since, t }: Asked, raising: Promise<Raised>): Promise<Part> {
  const unacknowledged = { ...alarmsIn(scope), ackStates: ['unacknowledged' as const], pageSize: 1 }
  const [raised, fresh, all] = await Promise.all([
    raising,
    reader.ask(operations.findAlarms, { body: { ...unacknowledged, from: since } }),
    reader.ask(operations.findAlarms, { body: unacknowledged }),
  ])
  const { tenantId, customerId } = scope.at
  const caused = byCause(raised.alarms.filter(({ ackState }) => ackState === 'unacknowledged'))
  const rank = ({ alarm }: (typeof caused)[number]) => severityOrder.indexOf(alarm.severity)
  caused.sort((a, b) => rank(a) - rank(b) || b.below.length - a.below.length)
  return {
    lines: [
      line(t('main:shift.line.newAlarms'), raised.total, alarmsHref(scope, { since })),
      line(
        t('main:shift.line.newUnacknowledged'),
        countedIn(fresh),
        alarmsHref(scope, { ack: 'unacknowledged', since }),
      ),
      line(t('main:shift.line.unacknowledged'), countedIn(all), alarmsHref(scope, { ack: 'unacknowledged' })),
    ],
    rows: caused.slice(0, mostShown).map(({ alarm, below }) => ({
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
async function faults({ reader, scope, since, t }: Asked): Promise<Part> {
  const at = { ...scope.at, zone: 'UTC' }
  const filter = { status: ['all'], since } as const
  const returned = { status: ['returned'], since } as const
  const [begun, active, back] = await Promise.all([
    findFaults(reader, { at, filter, sort: '-times', pageSize: 50 }),
    findFaults(reader, { at, filter: {}, pageSize: 1 }),
    findFaults(reader, { at, filter: returned, sort: '-since', pageSize: mostShown }),
  ])
  const again = begun.faults.filter((fault) => (fault.occurrenceCount ?? 1) > 1 && !cameBack(fault))
  const shown = [...back.faults, ...again].slice(0, mostShown)
  const { tenantId, customerId } = scope.at
  return {
    lines: [
      line(t('main:shift.line.begunFaults'), begun.total, faultsHref(scope, filter)),
      line(t('main:shift.line.returnedFaults'), back.total, faultsHref(scope, returned)),
      line(t('main:shift.line.activeFaults'), active.total, faultsHref(scope, {})),
    ],
    rows: shown.map((fault) => ({
      state: t(cameBack(fault) ? 'main:fault.cameBack' : 'main:shift.state.beganAgain'),
      tone: cameBack(fault) ? 'high' : 'warn',
      name: fault.equipmentName ?? '',
      text: [fault.ruleName, t('main:shift.times', { count: fault.occurrenceCount ?? 1 })].filter(Boolean).join(' · '),
      where: whereIn(scope, fault.path, fault.siteName),
      at: fault.startedAt,
      href: href('fault', { tenantId, customerId, faultId: fault.id }),
    })),
    isPartial: back.isPartial || (again.length === begun.faults.length && begun.next !== null),
  }
}

/** The changes that release points, each with the key of its noun. */
const ended = {
  'point.release': 'release',
  'point.endEmergency': 'emergency',
  'point.giveBack': 'setValue',
  'overrides.clear': 'clearing',
} as const
const givingBack = Object.keys(ended) as (keyof typeof ended)[]

/** New overrides, releases from the trail, and old overrides. Null where the backend lists none. */
async function overrides(asked: Asked, tallying: Promise<Tally> | null): Promise<Part | null> {
  const { reader, scope, since, t } = asked
  const [begun, left, tally] = await Promise.all([
    listedOverrides(reader, { at: scope.at, filter: { since }, sort: '-at', pageSize: mostShown }),
    listedOverrides(reader, { at: scope.at, filter: forgotten, pageSize: 1 }),
    tallying && orUnavailable(tallying),
  ])
  if (!begun || !left) return null
  const givenBack = givingBack.flatMap((name): Line[] => {
    const count = (tally && tally.mutations[name]) || 0
    if (count === 0) return []
    const counted = { count, isCapped: tally ? tally.isCut : false }
    return [line(t(`main:shift.ended.${ended[name]}`, { count }), counted, trailHref(asked, { mutation: name }))]
  })
  const list = overridesHref(scope, { since })
  return {
    lines: [
      line(t('main:shift.line.begunOverrides'), begun.total, list),
      ...givenBack,
      line(t('main:shift.line.forgotten'), left.total, overridesHref(scope, forgotten)),
    ],
    rows: begun.overrides.map((override) => {
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
type Work = keyof typeof workTones
const workQuestions = ['sends', 'deployments', 'stalled'] as const
const workOf = { sends: 'sendFailed', deployments: 'deploymentFailed', stalled: 'stalled' } as const

/** Sends and deployments that failed or stalled, by their present state. */
async function pending({ reader, scope, t }: Asked): Promise<Part> {
  const found = await troublesOf(reader, scope, workQuestions)
  const shown = found.troubles.filter((one): one is Trouble & { kind: Work } => one.kind in workTones)
  const row =
    (kind: Work) =>
    (told: AttentionRow): Row => ({
      state: t(`main:overview.kind.${kind}`),
      tone: workTones[kind],
      name: told.name ?? '',
      text: told.text ?? '',
      where: told.where,
      at: told.since,
      href: told.next?.href ?? told.href ?? '',
    })
  return {
    lines: [
      ...shown.map(({ kind, counted, href: list }) => line(t(`main:shift.line.${kind}`), counted, list)),
      ...workQuestions
        .filter((question) => found.missing.includes(question))
        .map((question) => line(t(`main:shift.line.${workOf[question]}`), null, null)),
    ],
    rows: shown.flatMap(({ kind, rows }) => rows.slice(0, mostShown / 2).map(row(kind))),
    isPartial: found.missing.length > 0,
  }
}

/** Controllers that went offline since the moment and still are, and those that reconnected. */
async function controllers({ reader, scope, since, t }: Asked, raising: Promise<Raised> | null): Promise<Part> {
  const filter = { connected: ['false'], onboarded: ['true'] } as const
  const [silent, raised, back] = await Promise.all([
    findIn(reader, scope, filter, 1),
    raising,
    raising && returned({ reader, scope, since }),
  ])
  const lost = raised?.alarms.filter(({ eventType, isActive }) => isActive && eventType === 'deviceOffline') ?? []
  const row = (alarm: Alarm, isBack: boolean): Row => ({
    state: t(isBack ? 'main:shift.state.back' : 'main:shift.state.lost'),
    tone: isBack ? 'ok' : 'danger',
    name: alarm.deviceName ?? '',
    text: '',
    where: whereIn(scope, alarm.path, alarm.siteName),
    at: isBack ? (alarm.normalAt ?? null) : alarm.raisedAt,
    href: hrefOf(scope, alarm),
  })
  return {
    lines: [line(t('main:shift.line.silent'), silent?.counted ?? null, devicesHref(scope, filter))],
    rows: [
      ...lost.slice(0, mostShown).map((alarm) => row(alarm, false)),
      ...(back?.alarms ?? []).slice(0, mostShown).map((alarm) => row(alarm, true)),
    ],
    isPartial: Boolean(
      raised?.isCut || back?.isCut || lost.length > mostShown || (back?.alarms.length ?? 0) > mostShown,
    ),
  }
}

/** Returns the controllers that reconnected since the moment. */
async function returned({ reader, scope, since }: Omit<Asked, 't'>): Promise<Pick<Raised, 'alarms' | 'isCut'>> {
  const found: Alarm[] = []
  let next: string | null | undefined
  for (let read = 0; read < mostPages; read += 1) {
    const page = await reader.ask(operations.findAlarms, {
      body: {
        ...alarmsIn(scope),
        isActive: false,
        sort: [{ field: 'normalAt', direction: 'desc' }],
        pageSize: inOne,
        ...(next && { continuationToken: next }),
      },
    })
    const within = page.data.filter(({ normalAt }) => normalAt && Date.parse(normalAt) >= Date.parse(since))
    found.push(...within.filter(({ eventType }) => eventType === 'deviceOffline'))
    next = page.continuationToken
    if (!next || within.length < page.data.length) return { alarms: found, isCut: false }
  }
  return { alarms: found, isCut: true }
}

async function tallied({ reader, scope, since }: Asked): Promise<Tally> {
  const { tenantId, customerId } = scope.at
  return tallyOf({ tenantId, under: placeId(scope) ?? customerId, from: since, visibleTo: visibleTo(reader) })
}

/** The people who made changes, each with the number. */
function changes(asked: Asked, { doers, isCut }: Tally): Part {
  const { t } = asked
  const total = doers.reduce((sum, one) => sum + one.changes, 0)
  const failed = doers.reduce((sum, one) => sum + one.failed, 0)
  const capped = (count: number): Counted => ({ count, isCapped: isCut })
  return {
    lines: [
      line(t('main:shift.line.changes'), capped(total), trailHref(asked, {})),
      ...(failed > 0
        ? [line(t('main:shift.line.failedChanges'), capped(failed), trailHref(asked, { outcome: 'failed' }))]
        : []),
    ],
    rows: doers.slice(0, mostShown).map((one) => ({
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
      href: trailHref(asked, { actor: one.actor }),
    })),
    isPartial: isCut || doers.length > mostShown,
  }
}

function trailHref({ scope, since }: Asked, search: Record<string, string>): string {
  const { tenantId, customerId } = scope.at
  return href('trail', { tenantId }, { ...search, under: placeId(scope) ?? customerId, since })
}

const line = (text: string, counted: Counted | null, list: string | null): Line => ({
  text,
  counted: counted ?? uncounted,
  href: counted === null || counted.count > 0 ? list : null,
})

/** Returns the place one level below the scope. */
function whereIn({ level }: ShiftScope, path: readonly PathNode[] | undefined, siteName?: string | null): string {
  const below = level === 'customer' ? 'site' : 'building'
  return path?.find(({ type }) => type === below)?.name ?? (level === 'customer' ? (siteName ?? '') : '')
}

/** Links to the controller of an alarm; to the alarm where it names none. */
function hrefOf({ at }: ShiftScope, { id, deviceId, path = [] }: Alarm): string {
  const own = deviceId && nodeHref(at, path, { id: deviceId, type: 'device' })
  return own || href('alarm', { ...at, alarmId: id })
}
