/** Edits the data logging of a controller, with the version that was shown (domain §6.3). */
import { z } from 'zod'
import { type Historian, historianLimits, type KeptPoint } from '#contracts/historian'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { unitSystemOf } from '~/backend/tenant-user'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { deviceThing } from '~/features/device/shared/thing.server'
import {
  changeUnit,
  hasMinChange,
  loggedOnChange,
  loggingToForm,
  minChangeField,
  modeField,
  notLogged,
} from '~/features/point/shared/data-logging'
import { pointsForForm } from '~/features/point/shared/historian.server'
import { type NumberLocale, parseInput } from '~/features/variable/shared/values'
import { editRow } from '~/kit/edit/edit-row'
import type { InputValues } from '~/kit/edit/fields'
import type { ParamsFor } from '~/paths'

type At = ParamsFor<'deviceHistorian'>

/** The checkbox, and text fields whose names depend on the points of the controller. */
export const HistorianForm = z
  .object({ enabled: z.boolean().default(false) })
  .catchall(z.union([z.string().max(40), z.boolean()]).optional())
export type HistorianForm = z.infer<typeof HistorianForm>

/** Returns the form values of the stored logging. */
export function historianFormValues(
  { enabled, retentionDays, points: keptPoints }: Historian,
  points: readonly Point[],
  reading: NumberLocale,
): InputValues {
  const keptById = new Map(keptPoints.map((one) => [one.pointId, one]))
  return {
    enabled: enabled ? 'on' : '',
    retentionDays: Number.isFinite(retentionDays) ? String(retentionDays) : '',
    ...Object.assign({}, ...points.map((point) => loggingToForm(point, keptById.get(point.id), reading))),
  }
}

interface TypedHistorian {
  after: InputValues
  /** The body to save. */
  body: Pick<Historian, 'enabled' | 'retentionDays' | 'points'>
  errors: Record<string, string[]>
}

const isWithin = (text: string, [min, max]: readonly [number, number]) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

function typedIn(
  form: HistorianForm,
  now: Historian,
  { points, reading }: { points: Point[]; reading: NumberLocale },
): TypedHistorian {
  const before = historianFormValues(now, points, reading)
  // A field that was not submitted was not on the form, so it keeps its value.
  const text = (name: string) => {
    const posted = form[name]
    return typeof posted === 'string' ? posted.trim() : (before[name] ?? '')
  }
  const keptById = new Map(now.points.map((one) => [one.pointId, one]))
  const days = text('retentionDays')
  const errors: TypedHistorian['errors'] = isWithin(days, historianLimits.retentionDays)
    ? {}
    : { retentionDays: ['errors:historian.retention'] }
  const after: Record<string, string> = { enabled: form.enabled ? 'on' : '', retentionDays: days }
  const keptPoints: KeptPoint[] = []
  for (const point of points) {
    const [how, least] = [text(modeField(point)), text(minChangeField(point))]
    after[modeField(point)] = how
    if (hasMinChange(point)) after[minChangeField(point)] = how === loggedOnChange ? least : ''
    if (how === notLogged) continue
    if (how !== loggedOnChange && !isWithin(how, historianLimits.intervalSec)) {
      errors[modeField(point)] = ['errors:field.choice']
      continue
    }
    const hasIncrement = how === loggedOnChange && hasMinChange(point) && least !== ''
    const increment = hasIncrement ? parseInput(changeUnit(point), least, reading) : null
    if (hasIncrement && (increment === null || increment < 0))
      errors[minChangeField(point)] = ['errors:historian.increment']
    const previous = keptById.get(point.id)
    keptPoints.push({
      pointId: point.id,
      mode: how === loggedOnChange ? 'cov' : 'interval',
      intervalSec: how === loggedOnChange ? (previous?.intervalSec ?? historianLimits.intervalSec[0]) : Number(how),
      // An unchanged increment is sent as it was received, not as it was rounded for display.
      covIncrement:
        hasIncrement && least === before[minChangeField(point)] ? (previous?.covIncrement ?? null) : increment,
    })
  }
  // Points above the limit of the form keep their logging.
  const formPointIds = new Set(points.map(({ id }) => id))
  const otherPoints = now.points.filter(({ pointId }) => !formPointIds.has(pointId))
  const saved = { enabled: form.enabled, retentionDays: Number(days), points: [...keptPoints, ...otherPoints] }
  return { after, body: saved, errors }
}

async function readCurrent(context: Pick<PlanContext<HistorianForm>, 'read' | 'person' | 'language'>, at: At) {
  const path = { id: at.deviceId }
  const [now, all] = await Promise.all([
    context.read(site.getHistorian, { path }),
    context.read(site.listDevicePoints, { path }),
  ])
  return {
    now,
    points: pointsForForm(all).points,
    reading: { system: unitSystemOf(context.person, at.tenantId), language: context.language },
  }
}

export async function planHistorian(context: PlanContext<HistorianForm>, at: At): Promise<Plan> {
  const [device, { now, ...inputs }] = await Promise.all([deviceThing.load(context, at), readCurrent(context, at)])
  const { after, errors } = typedIn(context.form, now, inputs)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const before = historianFormValues(now, inputs.points, inputs.reading)
  const { id, name, path = [] } = device
  const row = editRow({ subject: { kind: 'device', id, name, path }, before, after, version: now.eTag })
  return { rows: [row], current: before }
}

export async function saveHistorian(context: WorkContext<HistorianForm>, at: At): Promise<void> {
  const { now, ...inputs } = await readCurrent(context, at)
  const { body } = typedIn(context.form, now, inputs)
  await context.write(site.saveHistorian, {
    path: { id: at.deviceId },
    body: { ...body, eTag: context.plan.rows[0]?.version },
  })
}
