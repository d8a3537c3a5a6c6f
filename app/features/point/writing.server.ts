/** Writing to a point and releasing it: page data, forms, plans and calls (domain §4.5). */
import { z } from 'zod'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import type { Point, Value } from '#contracts/points'
import { freeText } from '#contracts/scalars'
import { type Device, site } from '#contracts/site'
import { isUnsupported } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { unitSystemOf } from '~/backend/tenant-user'
import { newKey } from '~/change/idempotency.server'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { maxOverrideMinutes, maxUserOverrideMinutes, minutesOf, timeUnits } from '~/domain/override-time'
import { isQuantity, unitSymbol } from '~/domain/units'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { stateWordText, switchedText } from '~/i18n/state-word'
import type { ParamsFor, PathName } from '~/paths'
import { pointAt } from './point.server'
import { controllerDetail } from './shared/controller-answer'
import { valueFormatOf } from './shared/value'
import {
  durationText,
  levelState,
  pointSubject,
  readPointWithDevice,
  valueFormatter,
  writePlan,
} from './shared/write-plan.server'
import { parseValue, pointInputText } from './value-input'
import { withSubscription } from './with-subscription.server'

/** The pages of writes to a point. */
type PointPathName = Extract<PathName, `point${string}`>
type WritePathName = Exclude<PointPathName, 'point' | 'points'>

/** The value of the level when the form was rendered: a later write by somebody else is not overwritten. */
const SeenValue = z.object({ seen: z.string().max(1_000).optional() })

export const WriteForm = SeenValue.extend({ pointValue: freeText(500).default('') })
export type WriteForm = z.infer<typeof WriteForm>

export const TimedForm = WriteForm.extend({
  duration: z.string().trim().max(20).default(''),
  unit: z.enum(timeUnits, { error: 'errors:points.duration' }).default('minutes'),
}).refine(({ duration, unit }) => minutesOf(duration, unit) !== undefined, {
  error: 'errors:points.duration',
  path: ['duration'],
})
export type TimedForm = z.infer<typeof TimedForm>

/** No field to fill in: the address names the level. */
export const ReleaseForm = SeenValue
export type ReleaseForm = z.infer<typeof ReleaseForm>

/** Returns what the inputs of a write show. */
export function inputsFor(
  reader: Pick<Reader, 'language' | 'person' | 'may'>,
  at: ParamsFor<'point'>,
  point: Parameters<typeof pointInputText>[0],
) {
  const { language } = reader
  const unit = unitSystemOf(reader.person, at.tenantId)
  const t = translator(language)
  const text = valueFormatter(reader, { tenantId: at.tenantId, valueFormat: valueFormatOf(point) })
  const { kind, states } = valueFormatOf(point)
  const { min, max } = point
  const maxMinutes = reader.may('point.overridePermanent') ? maxOverrideMinutes : maxUserOverrideMinutes
  return {
    kind,
    symbol: point.unit ? (isQuantity(point.unit) ? unitSymbol(point.unit, unit) : point.unit) : '',
    /** The options of the select, by posted value. */
    states:
      kind === 'boolean'
        ? [1, 0].map((at) => ({ value: String(at), label: switchedText(t, at === 1, states[at]) }))
        : states.map((text, at) => ({ value: String(at + 1), label: stateWordText(t, text) })),
    range:
      min == null && max == null ? null : { min: min == null ? '–' : text(min), max: max == null ? '–' : text(max) },
    now: pointInputText(point, point.presentValue, { language, unit }),
    longest: durationText(t, maxMinutes),
  }
}

export type WriteInputs = ReturnType<typeof inputsFor>

/** Returns the data of a write page. Responds 404 while the feature is off, and for a read-only point. */
export async function writingData<Name extends WritePathName>(
  reader: Reader,
  { name, at, request, level }: { name: Name; at: ParamsFor<'point'>; request: Request; level: number },
) {
  if (!reader.features.pointWrite) throw new Response(null, { status: 404 })
  const { point, row, device, crumbs } = await pointAt(reader, { name: name as 'pointValue', at, request })
  if (!point.isWritable) throw new Response(null, { status: 404 })
  const t = translator(reader.language)
  const text = valueFormatter(reader, { tenantId: at.tenantId, valueFormat: valueFormatOf(point) })
  const current = point.priorityArray?.[level - 1] ?? null
  return {
    row,
    device: device.name,
    /** The value of the level now, as text. */
    current: current === null ? null : text(current),
    currentBy: point.override?.level === level ? (point.override.by?.fullName ?? null) : null,
    seen: levelState(point, level),
    inputs: inputsFor(reader, at, point),
    formKey: newKey(),
    cancelHref: href('point', at),
    crumbs: [
      ...crumbs,
      { name: t(`main:point.writing.${name as 'pointValue'}.title`), href: href(name as 'pointValue', at) },
    ],
    age: reader.age(),
  }
}

export type WritingData = Awaited<ReturnType<typeof writingData>>

/** The subject of a refusal before the point is read. */
export const aboutPoint = (at: ParamsFor<'point'>) => ({ kind: 'point', id: at.pointId, name: at.pointId })

/** Returns the plan of a write, or the field errors of its form. */
export async function planWriting(
  context: PlanContext<WriteForm & Partial<TimedForm>>,
  at: ParamsFor<'point'>,
  level: number,
): Promise<Plan> {
  const { form, read, language, may } = context
  const { device, point } = await readPointWithDevice(read, at)
  const minutes = form.duration === undefined ? undefined : minutesOf(form.duration, form.unit ?? 'minutes')
  const typed = parseValue(point, form.pointValue, { language, unit: unitSystemOf(context.person, at.tenantId) })
  const maxMinutes = may('point.overridePermanent') ? maxOverrideMinutes : maxUserOverrideMinutes
  const errors = {
    ...('error' in typed && point.isWritable && { pointValue: [typed.error] }),
    ...((minutes ?? 0) > maxMinutes && { duration: ['errors:points.duration'] }),
  }
  if (Object.keys(errors).length > 0 || 'error' in typed) {
    return point.isWritable ? { rows: [], errors } : writePlan(context, at, { device, point, level, value: null })
  }
  const { value } = typed
  if (isUnseen(point, { level, value, seen: form.seen })) return conflictPlan(point, device)
  return writePlan(context, at, { device, point, level, value, ...(minutes !== undefined && { minutes }) })
}

type WriteCall =
  | typeof site.writePoint
  | typeof site.overridePoint
  | typeof site.overridePointFor
  | typeof site.emergencyPoint

/** Writes the planned value and returns the address of the point. Records a value that a stronger level overrides. */
export async function writeTo(
  context: WorkContext<WriteForm & Partial<TimedForm>>,
  at: ParamsFor<'point'>,
  call: WriteCall,
): Promise<string> {
  const { plan, reason, write, setOutcome, changeId } = context
  const planned = plan.rows[0]?.after as { value: string | number | boolean; minutes?: number }
  const { deviceId, pointId } = at
  await withSubscription(context, at, async (subscriptionId) => {
    const body = { pointValue: planned.value, subscriptionId, deviceId, ...(reason && { reason }) }
    const timedBody = planned.minutes === undefined ? body : { ...body, duration: planned.minutes }
    const reply = (await write(call as WriteEndpoint, { path: { id: pointId }, body: timedBody } as never, [
      pointId,
    ])) as Partial<ReplyOf<typeof site.writePoint>>
    setOutcome(pointId, 'done', {
      ...(reply.effective === false && { effective: false, activePriority: reply.activePriority }),
      ...controllerDetail(reply),
    })
  })
  return href('point', at, { changed: changeId })
}

/** Returns the plan of a release. */
export async function planRelease(
  context: PlanContext<ReleaseForm>,
  at: ParamsFor<'point'>,
  level: number,
): Promise<Plan> {
  const { device, point } = await readPointWithDevice(context.read, at)
  if (isUnseen(point, { level, value: null, seen: context.form.seen })) return conflictPlan(point, device)
  return writePlan(context, at, { device, point, level, value: null })
}

/** Whether the level has another value than the form showed and than the one requested. */
function isUnseen(
  point: Point,
  { level, value, seen }: { level: number; value: Value | null; seen: string | undefined },
): boolean {
  const current = point.priorityArray?.[level - 1] ?? null
  return current !== null && current !== value && seen !== undefined && seen !== levelState(point, level)
}

const conflictPlan = (point: Point, device: Device): Plan => ({
  rows: [{ subject: pointSubject(point, device), effect: 'skip', because: 'errors:points.moved', fields: [] }],
})

/** Releases the level and returns the address of the point. */
export async function releaseLevel(
  { write, setOutcome, reason, changeId }: WorkContext<ReleaseForm>,
  at: ParamsFor<'point'>,
  call: typeof site.releasePoint | typeof site.endEmergency,
): Promise<string> {
  const body = { deviceId: at.deviceId, ...(reason && { reason }) }
  const reply = await write(call, { path: { id: at.pointId }, body }, [at.pointId])
  setOutcome(at.pointId, 'done', controllerDetail(reply))
  return href('point', at, { changed: changeId })
}

/** Releases the set value, for which the specification has no call: a backend may lack it. */
export async function releaseSetValue(
  { write, setOutcome, reason, changeId }: WorkContext<ReleaseForm>,
  at: ParamsFor<'point'>,
  level: 16,
): Promise<string> {
  const points = [{ pointId: at.pointId, level }]
  try {
    const [reply] = await write(site.releaseOverrides, { body: { points, ...(reason && { reason }) } }, [at.pointId])
    setOutcome(at.pointId, 'done', controllerDetail(reply))
  } catch (error) {
    if (!(error instanceof ServiceError && isUnsupported(error))) throw error
    setOutcome(at.pointId, 'failed', { key: 'errors:points.notReleasable' })
  }
  return href('point', at, { changed: changeId })
}
