/** What else is known of equipment, as short lists: active alarms and faults, rules that cannot run, schedules. */
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { isFanCoil } from '~/domain/fan-coils'
import { scheduleHref } from '~/features/schedule/shared/row'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { mayOpen } from '~/views'
import { equipmentAccess } from './shared/access'

/** Maximum length of a list, and number of controllers whose schedules are read. */
const maxRows = 5
const maxControllers = 4

type Severity = 'critical' | 'high' | 'medium' | 'low'

export interface RelatedRow {
  id: string
  name: string
  href: string | null
  severity?: Severity
  since?: string
}

export interface RelatedList {
  rows: RelatedRow[]
  /** Address of the whole list. */
  allHref: string | null
}

/** Each is null if the person may not see it. */
export interface RelatedLists {
  alarms: Panel<RelatedList> | null
  faults: Panel<RelatedList> | null
  rules: Panel<RelatedList> | null
  schedules: Panel<RelatedList> | null
}

export async function relatedLists(
  reader: Reader,
  at: ParamsFor<'equipment'>,
  { equipment, pointIds }: { equipment: Equipment; pointIds: Promise<ReadonlySet<string>> },
): Promise<RelatedLists> {
  const { alarms, faults, fanCoils } = equipmentAccess(reader)
  const areRulesHidden = isFanCoil(equipment.type) && !fanCoils
  const [alarmRows, faultRows, ruleRows, scheduleRows] = await Promise.all([
    alarms ? asPanel(activeAlarms(reader, at)) : null,
    faults && !areRulesHidden ? asPanel(activeFaults(reader, at)) : null,
    mayOpen('rules', reader) && !areRulesHidden ? asPanel(stoppedRules(reader, at)) : null,
    mayOpen('schedules', reader) && reader.may('point.read')
      ? asPanel(writingSchedules(reader, at, { equipment, pointIds }))
      : null,
  ])
  return { alarms: alarmRows, faults: faultRows, rules: ruleRows, schedules: scheduleRows }
}

async function activeAlarms({ call }: Reader, at: ParamsFor<'equipment'>): Promise<RelatedList> {
  const body = { equipmentIds: [at.equipmentId], isActive: true, pageSize: maxRows }
  const { data } = await call(operations.findAlarms, { body })
  return {
    rows: data.map(({ id, messageText, severity, raisedAt }) => ({
      id,
      name: messageText || id,
      href: href('alarm', { ...at, alarmId: id }),
      severity,
      since: raisedAt,
    })),
    allHref: href('equipmentAlarms', at, { state: 'active' }),
  }
}

async function activeFaults({ call }: Reader, at: ParamsFor<'equipment'>): Promise<RelatedList> {
  const body = { equipmentIds: [at.equipmentId], statuses: ['active' as const], pageSize: maxRows }
  const { data } = await call(operations.findFaults, { body })
  return {
    rows: data.map(({ id, ruleName, faultRuleId, severity, startedAt }) => ({
      id,
      name: ruleName || faultRuleId,
      href: href('fault', { ...at, faultId: id }),
      severity,
      since: startedAt,
    })),
    allHref: href('equipmentFaults', at),
  }
}

async function stoppedRules({ call }: Reader, at: ParamsFor<'equipment'>): Promise<RelatedList> {
  const body = { hasMissingPoints: true, pageSize: maxRows }
  const { data } = await call(operations.findRules, { path: { id: at.equipmentId }, body })
  return {
    rows: data.map(({ ruleId, name, code }) => ({
      id: ruleId,
      name: name || code || ruleId,
      href: href('rule', { ...at, ruleId }),
    })),
    allHref: href('equipmentRules', at),
  }
}

/** A controller without schedules has no document. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ServiceError && error.code === '4005') return null
  throw error
}

/** Returns the schedules of its controllers that write a point in one of its roles. */
async function writingSchedules(
  { call }: Reader,
  at: ParamsFor<'equipment'>,
  { equipment, pointIds }: { equipment: Equipment; pointIds: Promise<ReadonlySet<string>> },
): Promise<RelatedList> {
  const documents = await inParallel(equipment.deviceIds.slice(0, maxControllers), maxControllers, async (id) => {
    const device = await call(site.getDevice, { path: { id } })
    if (!device.hostId) return []
    const document = await call(operations.getSchedules, { path: { id: device.hostId } }).catch(nullIfMissing)
    return (document?.schedules ?? []).map((schedule) => ({ schedule, device }))
  })
  const own = await pointIds
  const rows = documents.flat().flatMap(({ schedule, device }): RelatedRow[] => {
    const isOwn = schedule.listOfObjectPropertyReferences.some(({ pointId }) => pointId && own.has(pointId))
    if (!isOwn) return []
    const path = device.path ?? []
    const target = scheduleHref(at, { deviceId: device.id, key: schedule.key, path })
    return [{ id: `${device.id} ${schedule.key}`, name: schedule.name || schedule.key, href: target }]
  })
  return { rows: rows.slice(0, maxRows), allHref: null }
}
