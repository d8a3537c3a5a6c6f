/** What writing to a point, or giving a level of it back, will do (domain §4.5). */
import type { Point, Value } from '#contracts/points'
import type { Device } from '#contracts/site'
import { unitsOf } from '~/backend/own-record'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { timeIn } from '~/domain/override-time'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { deviceAt } from '~/screens/place/own-place.server'
import type { Subject } from '~/trail/record'
import { formatsFor } from '~/ui/format'
import { onePoint } from './one-point.server'
import { bothText, type Meaning, meaningOf } from './value'
import type { KeptWrite } from './writes-on-trail.server'

/** The point of an address, read afresh, with its controller. 404 where it is not there. */
export async function pointNow(
  read: Desk<unknown>['read'],
  at: ParamsFor<'point'>,
): Promise<{ device: Device; point: Point }> {
  const [device, point] = await Promise.all([deviceAt(read, at), onePoint(read, at)])
  return { device, point }
}

/** The point as the trail names it: its ancestors end with its controller. */
export function pointSubject(
  { id, name, displayName }: Pick<Point, 'id' | 'name' | 'displayName'>,
  device: Pick<Device, 'id' | 'name' | 'path'>,
): Subject {
  const path = [...(device.path ?? []), { id: device.id, name: device.name, type: 'device' as const }]
  return { kind: 'point', id, name: displayName || name, path }
}

/** What stands at a level, and since when: another write of the same value is another. */
export function standingAt({ priorityArray, override }: Point, level: number): string {
  return JSON.stringify([priorityArray?.[level - 1] ?? null, override?.level === level ? override.at : null])
}

interface Written {
  device: Device
  point: Point
  level: number
  /** Null gives the level back. */
  value: Value | null
  /** Of an override for a time. */
  minutes?: number
}

/** One row: what the level holds now, and what it will hold. */
export function writePlan(desk: Desk<unknown>, { tenantId }: { tenantId: string }, written: Written): Plan {
  const { device, point, level, value, minutes } = written
  const subject = pointSubject(point, device)
  if (!point.isWritable)
    return { rows: [{ subject, effect: 'skip', because: 'errors:points.notWritable', fields: [] }] }
  const t = translator(desk.language)
  const text = textFor(desk, { tenantId, meaning: meaningOf(point) })
  const before = point.priorityArray?.[level - 1] ?? null
  const isGone = value === null && before === null
  const held = point.override?.level === level ? point.override : null
  // An override for a time stands where it ends by itself, the others where they do not.
  const stands =
    value !== null && before === value && (held ? held.expiresAt !== null : false) === (minutes !== undefined)
  const nothing = t('main:point.writing.nothing')
  const change: PlanRow = {
    subject,
    effect: isGone ? 'same' : 'change',
    fields: [
      {
        name: 'value',
        from: before === null ? nothing : text(before),
        to: value === null ? nothing : text(value),
      },
      ...(minutes === undefined ? [] : [{ name: 'minutes', from: null, to: timeText(t, minutes) }]),
    ],
    before: kept(point, { level, value: before }),
    after: { ...kept(point, { level, value }), ...(minutes !== undefined && { minutes }) },
    ...(stands && { standsSince: held?.at ?? null }),
  }
  return { rows: [change] }
}

/** What the trail keeps of a level; the unit stands on both sides, so that it is told with each value and never as a change. */
function kept(
  { unit, kind, stateText, falseText, trueText }: Point,
  { level, value }: Pick<KeptWrite, 'level' | 'value'>,
): KeptWrite {
  const states = kind === 'boolean' ? [falseText, trueText] : (stateText ?? [])
  const at = kind === 'boolean' ? (value ? 1 : 0) : Number(value) - 1
  const state = (kind === 'boolean' || kind === 'enum') && value !== null ? states[at] : undefined
  return { level, value, unit: unit ?? null, ...(state && { state }) }
}

/** How long, in words. */
export function timeText(t: ReturnType<typeof translator>, minutes: number): string {
  const { unit, count } = timeIn(minutes)
  return t(`main:point.time.${unit}`, { count })
}

/** Values in the reader's units, with the other system beside them. */
export function textFor(
  desk: Pick<Desk<unknown>, 'language' | 'person'>,
  { tenantId, meaning }: { tenantId: string; meaning: Meaning },
): (value: Value | null) => string {
  const { language } = desk
  const unit = unitsOf(desk.person, tenantId)
  const format = formatsFor({ language, unit, timeZone: 'UTC' })
  const other = formatsFor({ language, unit: unit === 'us' ? 'metric' : 'us', timeZone: 'UTC' })
  return (value) => bothText({ t: translator(language), format, other }, meaning, value)
}
