/** The data of the page of a point: levels, alarms, schedules and write history. */
import type { SerializeFrom } from '@remix-run/node'
import { operations } from '#contracts/operations'
import type { Point, Value } from '#contracts/points'
import { site } from '#contracts/site'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { emergencyLevel, operatorLevel, priorityLevels, weakestLevel } from '~/domain/priority-levels'
import { isCommandedBy } from '~/features/schedule/shared/commanded'
import { lastDayOf } from '~/features/trend/shared/last-day.server'
import { href, nodeHref } from '~/hrefs'
import { typeWord } from '~/i18n/type-word'
import { reloadLinks } from '~/kit/frame/refresh'
import type { ParamsFor } from '~/paths'
import type { Capability } from '~/permissions'
import { alarmsOfPoint } from './alarms.server'
import { pointAt } from './point.server'
import { groupText } from './shared/groups'
import { liveHref } from './shared/live'
import { objectText } from './shared/object-text'
import { valueFormatOf } from './shared/value'
import { levelState, valueFormatter } from './shared/write-plan.server'
import { type PointWriteHistory, pointWriteHistory } from './writes.server'
import { inputsFor } from './writing.server'

export async function pointPageData(reader: Reader, { at, request }: { at: ParamsFor<'point'>; request: Request }) {
  const { point, row, device, crumbs, timeZone } = await pointAt(reader, { name: 'point', at, request })
  const [writes, alarms, schedules, equipment, lastDay] = await Promise.all([
    pointWriteHistory(reader, at),
    reader.may('alarm.read') ? asPanel(alarmsOfPoint(reader, at)) : null,
    schedulesOf(reader, point, device.hostId),
    equipmentOf(reader, at, point),
    point.kind !== 'string' && point.timestamp
      ? lastDayOf(reader, {
          pointId: at.pointId,
          tenantId: at.tenantId,
          until: point.timestamp,
          stateText: () => valueFormatter(reader, { tenantId: at.tenantId, valueFormat: valueFormatOf(point) }),
        })
      : null,
  ])
  const { description, objectType, objectInstance, min, max, historian, relinquishDefault } = point
  const { covIncrement, reliability } = point
  return {
    tenantId: at.tenantId,
    device: { name: device.name, hostId: device.hostId ?? '', href: href('device', at) },
    row,
    point: {
      description,
      type: row.pointTypeId ? typeWord(reader.language, row.pointTypeId.replaceAll('_', ' ')) : null,
      object: objectText(reader.language, { objectType, objectInstance }),
      min: min ?? null,
      max: max ?? null,
      covIncrement: covIncrement ?? null,
      reliability: reliability ?? null,
      historian: historian ?? null,
      relinquishDefault: relinquishDefault ?? null,
      vanishedAt: point.vanishedAt ?? null,
      group: groupText(point.groups),
    },
    // A backend without a write history cannot release the set value, either.
    control: controlOf(reader, at, { point, canRelease: !(writes.ok && writes.value.isFromTrail) }),
    live: liveHref(reader, at, [at.deviceId]),
    refresh: reloadLinks({ request }),
    levels: levelsOf(point, writes, schedules?.ok ? schedules.value : []),
    writes,
    alarms,
    schedules,
    equipment,
    lastDay,
    place: { tenantId: at.tenantId, customerId: at.customerId },
    timeZone,
    links: {
      points: href('devicePoints', at),
      historian: href('deviceHistorian', at),
      trends: href('customerTrends', at, { point: at.pointId }),
      history: reader.may('trail.read') ? href('trail', at, { kind: 'point', id: at.pointId }) : null,
    },
    crumbs,
    age: reader.age(),
  }
}

export type PointData = SerializeFrom<typeof pointPageData>

export interface LevelRow {
  level: number
  /** Null where nothing commands the level. */
  value: Value | null
  /** Whether it is the strongest commanded level, which decides the present value. */
  isActive: boolean
  /** The author; null where unknown. */
  by: string | null
  at: string | null
  /** When a commanded level expires. */
  until: string | null
  reason: string | null
  /** The schedule that writes the level, where no other author is known. */
  schedule: string | null
}

/** Returns all sixteen levels with their authors where known; none for a point that cannot be commanded. */
function levelsOf(point: Point, history: Panel<PointWriteHistory>, schedules: readonly WritingSchedule[]): LevelRow[] {
  const { priorityArray, activePriority, override } = point
  if (!priorityArray) return []
  const writes = history.ok ? history.value.writes : []
  return priorityLevels.map((level) => {
    const value = priorityArray[level - 1] ?? null
    const last = value === null ? undefined : writes.find((write) => write.level === level)
    const isOfOverride = value !== null && override?.level === level
    const by = isOfOverride ? override.by?.fullName : undefined
    // A later write by somebody else has other details.
    const isOfValue = last?.action === 'write' && last.new === value && (!by || last.by === by)
    const lastWrite = isOfValue ? last : undefined
    const own = value === null || by || lastWrite?.by ? [] : schedules.filter((schedule) => schedule.level === level)
    return {
      level,
      value,
      isActive: activePriority === level,
      by: by ?? lastWrite?.by ?? null,
      at: (isOfOverride ? override.at : null) ?? lastWrite?.at ?? null,
      until: isOfOverride ? override.expiresAt : (lastWrite?.expiresAt ?? null),
      reason: lastWrite?.reason ?? null,
      schedule: own.length === 1 ? (own[0]?.name ?? null) : null,
    }
  })
}

/** Returns the permitted writes and releases of the point with their addresses; null without permission to write. */
function controlOf(
  reader: Reader,
  at: ParamsFor<'point'>,
  { point, canRelease }: { point: Point; canRelease: boolean },
) {
  const { may, features } = reader
  if (!features.pointWrite || !point.isWritable) return null
  const permittedHref = (capability: Capability, href: string) => (may(capability) ? href : null)
  const releaseLink = (level: number, href: string | null) => ({
    href,
    formKey: newKey(),
    seen: levelState(point, level),
  })
  return {
    inputs: inputsFor(reader, at, point),
    formKey: newKey(),
    /** The value of the level that the form shows. */
    seen: levelState(point, operatorLevel),
    links: {
      override: permittedHref('point.override', href('pointOverride', at)),
      hold: permittedHref('point.overridePermanent', href('pointHold', at)),
      value: permittedHref('point.write', href('pointValue', at)),
      emergency: permittedHref('point.emergency', href('pointEmergency', at)),
    },
    /** By the level that is released. */
    releases: {
      [emergencyLevel]: releaseLink(emergencyLevel, permittedHref('point.emergency', href('pointEmergencyEnd', at))),
      [operatorLevel]: releaseLink(operatorLevel, permittedHref('point.override', href('pointAutomatic', at))),
      [weakestLevel]: releaseLink(
        weakestLevel,
        canRelease ? permittedHref('point.write', href('pointValueRelease', at)) : null,
      ),
    },
  }
}

export interface WritingSchedule {
  key: string
  name: string
  level: number
}

/** Returns the schedules of the controller that command the point; null without permission to read schedules. */
async function schedulesOf(
  reader: Reader,
  point: Point,
  hostId: string | null | undefined,
): Promise<Panel<WritingSchedule[]> | null> {
  if (!reader.may('schedule.read') || !reader.features.schedules) return null
  if (!hostId) return { ok: true, value: [] }
  const read = await asPanel(reader.call(operations.getSchedules, { path: { id: hostId } }))
  if (!read.ok) return read.problem.code === '4005' ? { ok: true, value: [] } : read
  const writing = read.value.schedules.filter(({ listOfObjectPropertyReferences }) =>
    listOfObjectPropertyReferences.some((target) => isCommandedBy(target, point)),
  )
  return {
    ok: true,
    value: writing.map(({ key, name, priorityForWriting }) => ({ key, name, level: priorityForWriting })),
  }
}

/** Returns the equipment in which the point has a role; null where there is none or it must not be read. */
async function equipmentOf(
  { panel, may, features }: Reader,
  at: ParamsFor<'point'>,
  { equipmentId }: Point,
): Promise<{ name: string; href: string | null } | null> {
  if (!equipmentId || !features.equipment || !may('equipment.read')) return null
  const read = await panel(site.getEquipment, { path: { id: equipmentId } })
  if (!read.ok) return null
  const { id, name, path = [] } = read.value
  return { name, href: nodeHref(at, path, { id, type: 'equipment' }) }
}
