/** Plans and sends acknowledgements of alarms (domain §1.4). */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { type AcknowledgementSpan, acknowledgementEnd, acknowledgementMs } from '~/domain/acknowledgement'
import { selectedAlarms } from './selected-alarms.server'
import type { AcknowledgeForm } from './selection'
import { acknowledgementEnds, saveEnds } from './shared/acknowledgement-ends.server'
import type { AlarmPlace } from './shared/filter'
import { alarmSubject } from './subject'

/** The limit of one call (domain §1.4). */
const maxPerCall = 500

/** Plans a change for each alarm that is unacknowledged or whose acknowledgement has ended. */
export async function planAcknowledgement(context: PlanContext<AcknowledgeForm>, at: AlarmPlace): Promise<Plan> {
  const { form, read, catalogues } = context
  if (form.choice === null) return { rows: [], errors: { alarm: ['errors:nothingChosen'] } }
  const { things, missing, tooMany } = await selectedAlarms({ call: read, read, catalogues }, at, form.choice)
  const rows = await acknowledgementRows(at, things, form.span)
  return { rows, notes: missing > 0 ? ['main:alarm.plan.missing'] : [], tooMany }
}

/** Returns one plan row per alarm. */
export async function acknowledgementRows(
  at: AlarmPlace,
  alarms: readonly Alarm[],
  span: AcknowledgementSpan | null,
): Promise<PlanRow[]> {
  const acknowledged = alarms.filter(({ isActive, ackState }) => isActive && ackState === 'acknowledged')
  const ends = await acknowledgementEnds(
    at,
    acknowledged.map(({ id }) => id),
  )
  return alarms.map((alarm) =>
    acknowledgementRow(alarm, { until: acknowledgementEnd(alarm, ends.get(alarm.id)), span }),
  )
}

function acknowledgementRow(
  alarm: Alarm,
  { until, span }: { until: string | null; span: AcknowledgementSpan | null },
): PlanRow {
  const { ackState, eTag, severity, customerId, isActive, acknowledgedBy } = alarm
  const hasEnded = until !== null && until <= new Date().toISOString()
  const isAcknowledged = ackState === 'acknowledged' && isActive
  const base = {
    subject: alarmSubject(alarm),
    customerId,
    version: eTag,
  }
  const isWaiting = ackState === 'unacknowledged' || (isAcknowledged && (hasEnded || span !== null))
  if (!isWaiting) {
    const by = acknowledgedBy?.fullName ?? null
    return { ...base, effect: 'same', fields: [{ name: ackState, from: by, to: by }] }
  }
  return {
    ...base,
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
interface AcknowledgementInput {
  eTags: Readonly<Record<string, string>>
  span: AcknowledgementSpan | null
}

/** Sends the acknowledgements in batches, with each alarm's version, and stores the end of those that were accepted. */
export async function sendAcknowledgements<Form>(
  context: WorkContext<Form>,
  at: AlarmPlace,
  { eTags, span }: AcknowledgementInput,
) {
  const ids = changedIds(context.plan)
  const rows = new Map(context.plan.rows.map((row) => [row.subject.id, row]))
  const ownUserIds = new Set(context.person.info.tenantUsers.map(({ id }) => id))
  const remaining = new Set(ids)
  const before = await acknowledgementEnds(at, ids)
  const endRow = (id: string, endsAt: string | null) => ({ id, deviceId: deviceOf(rows.get(id)), endsAt })
  // The ends are stored before the calls, so that no alarm is acknowledged without its end on record.
  const until = span && new Date(Date.now() + acknowledgementMs[span]).toISOString()
  if (until) await saveEnds(at, { ends: ids.map((id) => endRow(id, until)), changeId: context.changeId })
  const doneIds: string[] = []
  const setOutcome: typeof context.setOutcome = (id, outcome, detail) => {
    if (outcome !== 'failed') remaining.delete(id)
    if (outcome === 'done') doneIds.push(id)
    context.setOutcome(id, outcome, detail)
  }
  try {
    await writeInChunks({ write: context.write, setOutcome }, operations.acknowledgeAlarms, ids, {
      maxPerCall: maxPerCall,
      input: (alarmIds) => ({
        body: {
          alarmIds,
          comment: context.reason,
          eTags: Object.fromEntries(alarmIds.flatMap((id) => (eTags[id] ? [[id, eTags[id]]] : []))),
        },
      }),
      doneDetail({ data = [] }, id) {
        const by = data.find((one) => one.id === id)?.acknowledgedBy
        const wasWaiting = rows.get(id)?.fields[0]?.from === 'unacknowledged'
        const isOwn = !by || ownUserIds.has(by.id) || by.fullName === context.person.fullName
        return wasWaiting && !isOwn ? { because: 'alreadyBy', by: by.fullName } : undefined
      },
    })
  } catch (error) {
    // A call without a reply may have been carried out, so its ends are kept.
    if (!(error instanceof ServiceError) || error.mayHaveHappened) remaining.clear()
    throw error
  } finally {
    const correctedEnds = until
      ? [...remaining].map((id) => endRow(id, before.get(id) ?? null))
      : doneIds.map((id) => endRow(id, null))
    await saveEnds(at, { ends: correctedEnds, changeId: context.changeId })
  }
}

const deviceOf = (row: PlanRow | undefined) => row?.subject.path?.find(({ type }) => type === 'device')?.id ?? null

/** The bulk change; `at` is the list in which the alarms were selected. */
export function acknowledgementChange(at: AlarmPlace): Omit<Change<AcknowledgeForm>, 'name' | 'form'> {
  return {
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    plan: (context) => planAcknowledgement(context, at),
    async work(context) {
      const eTags = Object.fromEntries(
        context.plan.rows.flatMap(({ subject, version }) => (version ? [[subject.id, version]] : [])),
      )
      await sendAcknowledgements(context, at, { eTags, span: context.form.span })
      return undefined
    },
  }
}
