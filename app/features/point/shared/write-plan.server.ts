/** Plans a write to a point or the release of a level (domain §4.5). */
import type { Point, Value } from '#contracts/points'
import type { Device } from '#contracts/site'
import { unitSystemOf } from '~/backend/tenant-user'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { durationIn } from '~/domain/override-time'
import { translator } from '~/i18n/i18n.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import type { Subject } from '~/trail/record'
import { formatsFor } from '~/ui/format'
import { pointById } from './point-by-id.server'
import type { RecordedWrite } from './trail-writes.server'
import { dualUnitText, type ValueFormat, valueFormatOf } from './value'

/** Reads the point of an address with its controller. Throws 404 if it does not exist. */
export async function readPointWithDevice(
  read: PlanContext<unknown>['read'],
  at: ParamsFor<'point'>,
): Promise<{ device: Device; point: Point }> {
  const [device, point] = await Promise.all([deviceAt(read, at), pointById(read, at)])
  return { device, point }
}

/** Returns the subject of a point in the trail; the last node of its path is its controller. */
export function pointSubject(
  { id, name, displayName }: Pick<Point, 'id' | 'name' | 'displayName'>,
  device: Pick<Device, 'id' | 'name' | 'path'>,
): Subject {
  const path = [...(device.path ?? []), { id: device.id, name: device.name, type: 'device' as const }]
  return { kind: 'point', id, name: displayName || name, path }
}

/** Returns the value at a level and the time it was written, so that a later write of the same value differs. */
export function levelState({ priorityArray, override }: Point, level: number): string {
  return JSON.stringify([priorityArray?.[level - 1] ?? null, override?.level === level ? override.at : null])
}

interface PointWriteRequest {
  device: Device
  point: Point
  level: number
  /** Null releases the level. */
  value: Value | null
  /** Duration of a temporary override, in minutes. */
  minutes?: number
}

/** Returns a plan with one row: the current value of the level and the new one. */
export function writePlan(
  context: PlanContext<unknown>,
  { tenantId }: { tenantId: string },
  request: PointWriteRequest,
): Plan {
  const { device, point, level, value, minutes } = request
  const subject = pointSubject(point, device)
  if (!point.isWritable)
    return { rows: [{ subject, effect: 'skip', because: 'errors:points.notWritable', fields: [] }] }
  const t = translator(context.language)
  const text = valueFormatter(context, { tenantId, valueFormat: valueFormatOf(point) })
  const before = point.priorityArray?.[level - 1] ?? null
  const isReleased = value === null && before === null
  const current = point.override?.level === level ? point.override : null
  // A temporary override is in effect if the current one has an end, any other write if it has none.
  const isInEffect =
    value !== null && before === value && (current ? current.expiresAt !== null : false) === (minutes !== undefined)
  const nothing = t('main:point.writing.nothing')
  const change: PlanRow = {
    subject,
    effect: isReleased ? 'same' : 'change',
    fields: [
      {
        name: 'value',
        label: t('main:point.writing.valueAt', { level: String(level) }),
        from: before === null ? nothing : text(before),
        to: value === null ? nothing : text(value),
      },
      ...(minutes === undefined ? [] : [{ name: 'minutes', from: null, to: durationText(t, minutes) }]),
    ],
    before: recordedWrite(point, { level, value: before }),
    after: { ...recordedWrite(point, { level, value }), ...(minutes !== undefined && { minutes }) },
    ...(isInEffect && { alreadySetSince: current?.at ?? null }),
  }
  return { rows: [change] }
}

/**
 * Returns what the trail stores of a level. The unit is on both sides, so that it is shown with each value and never as
 * a change.
 */
function recordedWrite(
  { unit, kind, stateText, falseText, trueText }: Point,
  { level, value }: Pick<RecordedWrite, 'level' | 'value'>,
): RecordedWrite {
  const states = kind === 'boolean' ? [falseText, trueText] : (stateText ?? [])
  const at = kind === 'boolean' ? (value ? 1 : 0) : Number(value) - 1
  const state = (kind === 'boolean' || kind === 'enum') && value !== null ? states[at] : undefined
  return { level, value, unit: unit ?? null, ...(state && { state }) }
}

/** Returns a duration in words. */
export function durationText(t: ReturnType<typeof translator>, minutes: number): string {
  const { unit, count } = durationIn(minutes)
  return t(`main:point.time.${unit}`, { count })
}

/** Returns a function that formats values in the reader's units, with the other system in parentheses. */
export function valueFormatter(
  context: Pick<PlanContext<unknown>, 'language' | 'person'>,
  { tenantId, valueFormat }: { tenantId: string; valueFormat: ValueFormat },
): (value: Value | null) => string {
  const { language } = context
  const unit = unitSystemOf(context.person, tenantId)
  const format = formatsFor({ language, unit, timeZone: 'UTC' })
  const other = formatsFor({ language, unit: unit === 'us' ? 'metric' : 'us', timeZone: 'UTC' })
  return (value) => dualUnitText({ t: translator(language), format, other }, valueFormat, value)
}
