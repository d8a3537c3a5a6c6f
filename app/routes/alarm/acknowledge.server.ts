/** Plans and sends acknowledgements of alarms (domain §1.4). */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { ServiceError } from '~/backend/service-error'
import type { Change, Desk, WorkDesk } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { type AcknowledgedFor, acknowledgedFor, endOf } from '~/domain/acknowledgement'
import type { AcknowledgeForm } from '~/things/alarm/choice'
import { chosenAlarms } from '~/things/alarm/chosen.server'
import { endsOf, keepEnds } from '~/things/alarm/ends.server'
import type { AlarmsAt } from '~/things/alarm/filter'
import { subjectOf } from '~/things/alarm/subject'

/** The limit of one call (domain §1.4). */
const mostInOne = 500

/** Plans a change for each alarm that is unacknowledged or whose acknowledgement has ended. */
export async function planAcknowledging(desk: Desk<AcknowledgeForm>, at: AlarmsAt): Promise<Plan> {
  const { form, read, catalogues } = desk
  if (form.choice === null) return { rows: [], errors: { alarm: ['errors:nothingChosen'] } }
  const { things, missing, tooMany } = await chosenAlarms({ ask: read, read, catalogues }, at, form.choice)
  const rows = await rowsOf(at, things, form.span)
  return { rows, notes: missing > 0 ? ['main:alarm.plan.missing'] : [], tooMany }
}

/** Returns one plan row per alarm. */
export async function rowsOf(at: AlarmsAt, alarms: readonly Alarm[], span: AcknowledgedFor | null): Promise<PlanRow[]> {
  const seen = alarms.filter(({ isActive, ackState }) => isActive && ackState === 'acknowledged')
  const ends = await endsOf(
    at,
    seen.map(({ id }) => id),
  )
  return alarms.map((alarm) => rowOf(alarm, { until: endOf(alarm, ends.get(alarm.id)), span }))
}

function rowOf(alarm: Alarm, { until, span }: { until: string | null; span: AcknowledgedFor | null }): PlanRow {
  const { ackState, eTag, severity, customerId, isActive, acknowledgedBy } = alarm
  const hasEnded = until !== null && until <= new Date().toISOString()
  const isSeen = ackState === 'acknowledged' && isActive
  const known = {
    subject: subjectOf(alarm),
    customerId,
    version: eTag,
  }
  const isWaiting = ackState === 'unacknowledged' || (isSeen && (hasEnded || span !== null))
  if (!isWaiting) {
    const by = acknowledgedBy?.fullName ?? null
    return { ...known, effect: 'same', fields: [{ name: ackState, from: by, to: by }] }
  }
  return {
    ...known,
    effect: 'change',
    fields: [
      { name: 'acknowledgement', from: hasEnded ? 'ended' : ackState, to: 'acknowledged' },
      { name: 'severity', from: severity, to: severity },
      ...(span ? [{ name: 'until', from: null, to: span }] : []),
    ],
    before: { ackState, ...(until && { until }) },
    after: { ackState: 'acknowledged', ...(span && { until: span }) },
  }
}

/** The versions of the alarms as they were read, by id, and how long the acknowledgement lasts; null for no end. */
interface Quoted {
  eTags: Readonly<Record<string, string>>
  span: AcknowledgedFor | null
}

/** Sends the acknowledgements in batches, with each alarm's version, and stores the end of those that were accepted. */
export async function sendAcknowledgements<Form>(desk: WorkDesk<Form>, at: AlarmsAt, { eTags, span }: Quoted) {
  const ids = changedIn(desk.plan)
  const rows = new Map(desk.plan.rows.map((row) => [row.subject.id, row]))
  const own = new Set(desk.person.info.tenantUsers.map(({ id }) => id))
  const left = new Set(ids)
  const before = await endsOf(at, ids)
  const kept = (id: string, endsAt: string | null) => ({ id, deviceId: deviceOf(rows.get(id)), endsAt })
  // The ends are stored before the calls, so that no alarm is acknowledged without its end on record.
  const until = span && new Date(Date.now() + acknowledgedFor[span]).toISOString()
  if (until) await keepEnds(at, { ends: ids.map((id) => kept(id, until)), changeId: desk.changeId })
  const done: string[] = []
  const ended: typeof desk.ended = (id, outcome, detail) => {
    if (outcome !== 'failed') left.delete(id)
    if (outcome === 'done') done.push(id)
    desk.ended(id, outcome, detail)
  }
  try {
    await inChunks({ write: desk.write, ended }, operations.acknowledgeAlarms, ids, {
      most: mostInOne,
      input: (alarmIds) => ({
        body: {
          alarmIds,
          comment: desk.reason,
          eTags: Object.fromEntries(alarmIds.flatMap((id) => (eTags[id] ? [[id, eTags[id]]] : []))),
        },
      }),
      noteOf({ data = [] }, id) {
        const by = data.find((one) => one.id === id)?.acknowledgedBy
        const wasWaiting = rows.get(id)?.fields[0]?.from === 'unacknowledged'
        const isOwn = !by || own.has(by.id) || by.fullName === desk.person.fullName
        return wasWaiting && !isOwn ? { because: 'alreadyBy', by: by.fullName } : undefined
      },
    })
  } catch (error) {
    // A call without a reply may have been carried out, so its ends are kept.
    if (!(error instanceof ServiceError) || error.mayHaveHappened) left.clear()
    throw error
  } finally {
    const asBefore = until ? [...left].map((id) => kept(id, before.get(id) ?? null)) : done.map((id) => kept(id, null))
    await keepEnds(at, { ends: asBefore, changeId: desk.changeId })
  }
}

const deviceOf = (row: PlanRow | undefined) => row?.subject.path?.find(({ type }) => type === 'device')?.id ?? null

/** The bulk change; `at` is the list in which the alarms were selected. */
export function acknowledging(at: AlarmsAt): Omit<Change<AcknowledgeForm>, 'name' | 'form'> {
  return {
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    plan: (desk) => planAcknowledging(desk, at),
    async work(desk) {
      const eTags = Object.fromEntries(
        desk.plan.rows.flatMap(({ subject, version }) => (version ? [[subject.id, version]] : [])),
      )
      await sendAcknowledgements(desk, at, { eTags, span: desk.form.span })
      return undefined
    },
  }
}
