/** Edits the data logging of a controller, with the version that was shown (domain §6.3). */
import { z } from 'zod'
import { type Historian, historianLimits, type KeptPoint } from '#contracts/historian'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { unitsOf } from '~/backend/own-record'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import type { ParamsFor } from '~/paths'
import { editRow } from '~/screens/edit/edit-row'
import type { FilledIn } from '~/screens/edit/fields'
import { deviceThing } from '~/things/device/thing.server'
import { formOf } from '~/things/point/historian.server'
import { filledPoint, howField, isMeasured, leastField, measured, notKept, onChange } from '~/things/point/keeping'
import { type Reading, untyped } from '~/things/variable/values'

type At = ParamsFor<'deviceHistorian'>

/** The checkbox, and text fields whose names depend on the points of the controller. */
export const HistorianForm = z
  .object({ enabled: z.boolean().default(false) })
  .catchall(z.union([z.string().max(40), z.boolean()]).optional())
export type HistorianForm = z.infer<typeof HistorianForm>

/** Returns the form values of the stored logging. */
export function filledHistorian(
  { enabled, retentionDays, points: kept }: Historian,
  points: readonly Point[],
  reading: Reading,
): FilledIn {
  const known = new Map(kept.map((one) => [one.pointId, one]))
  return {
    enabled: enabled ? 'on' : '',
    retentionDays: Number.isFinite(retentionDays) ? String(retentionDays) : '',
    ...Object.assign({}, ...points.map((point) => filledPoint(point, known.get(point.id), reading))),
  }
}

interface Typed {
  after: FilledIn
  /** The body to save. */
  wanted: Pick<Historian, 'enabled' | 'retentionDays' | 'points'>
  errors: Record<string, string[]>
}

const isWithin = (text: string, [least, most]: readonly [number, number]) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

function typedIn(
  form: HistorianForm,
  now: Historian,
  { points, reading }: { points: Point[]; reading: Reading },
): Typed {
  const before = filledHistorian(now, points, reading)
  // A field that was not submitted was not on the form, so it keeps its value.
  const text = (name: string) => {
    const posted = form[name]
    return typeof posted === 'string' ? posted.trim() : (before[name] ?? '')
  }
  const kept = new Map(now.points.map((one) => [one.pointId, one]))
  const days = text('retentionDays')
  const errors: Typed['errors'] = isWithin(days, historianLimits.retentionDays)
    ? {}
    : { retentionDays: ['errors:historian.retention'] }
  const after: Record<string, string> = { enabled: form.enabled ? 'on' : '', retentionDays: days }
  const wanted: KeptPoint[] = []
  for (const point of points) {
    const [how, least] = [text(howField(point)), text(leastField(point))]
    after[howField(point)] = how
    if (isMeasured(point)) after[leastField(point)] = how === onChange ? least : ''
    if (how === notKept) continue
    if (how !== onChange && !isWithin(how, historianLimits.intervalSec)) {
      errors[howField(point)] = ['errors:field.choice']
      continue
    }
    const isLeast = how === onChange && isMeasured(point) && least !== ''
    const increment = isLeast ? untyped(measured(point), least, reading) : null
    if (isLeast && (increment === null || increment < 0)) errors[leastField(point)] = ['errors:historian.increment']
    const was = kept.get(point.id)
    wanted.push({
      pointId: point.id,
      mode: how === onChange ? 'cov' : 'interval',
      intervalSec: how === onChange ? (was?.intervalSec ?? historianLimits.intervalSec[0]) : Number(how),
      // An unchanged increment is sent as it was received, not as it was rounded for display.
      covIncrement: isLeast && least === before[leastField(point)] ? (was?.covIncrement ?? null) : increment,
    })
  }
  // Points above the limit of the form keep their logging.
  const shown = new Set(points.map(({ id }) => id))
  const beyond = now.points.filter(({ pointId }) => !shown.has(pointId))
  const saved = { enabled: form.enabled, retentionDays: Number(days), points: [...wanted, ...beyond] }
  return { after, wanted: saved, errors }
}

async function nowOf(desk: Pick<Desk<HistorianForm>, 'read' | 'person' | 'language'>, at: At) {
  const path = { id: at.deviceId }
  const [now, all] = await Promise.all([
    desk.read(site.getHistorian, { path }),
    desk.read(site.listDevicePoints, { path }),
  ])
  return {
    now,
    points: formOf(all).points,
    reading: { system: unitsOf(desk.person, at.tenantId), language: desk.language },
  }
}

export async function planHistorian(desk: Desk<HistorianForm>, at: At): Promise<Plan> {
  const [device, { now, ...given }] = await Promise.all([deviceThing.afresh(desk, at), nowOf(desk, at)])
  const { after, errors } = typedIn(desk.form, now, given)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const before = filledHistorian(now, given.points, given.reading)
  const { id, name, path = [] } = device
  const row = editRow({ subject: { kind: 'device', id, name, path }, before, after, version: now.eTag })
  return { rows: [row], current: before }
}

export async function saveHistorian(desk: WorkDesk<HistorianForm>, at: At): Promise<void> {
  const { now, ...given } = await nowOf(desk, at)
  const { wanted } = typedIn(desk.form, now, given)
  await desk.write(site.saveHistorian, {
    path: { id: at.deviceId },
    body: { ...wanted, eTag: desk.plan.rows[0]?.version },
  })
}
