/**
 * What is not known of a change, looked up later by reading: for whoever opens its page and may make such a change, its
 * kept form is planned anew with their own session, and what the plan finds is held against what was recorded before
 * the change. What reading can tell closes the record; the rest stays unknown.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Visitor } from '~/backend/reader.server'
import type { ChangeName } from '~/changes'
import { contextOf } from '~/door/context'
import { canonical } from '~/trail/chain.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { redact } from '~/trail/redact'
import { type Ending, recordOutcomes } from '~/trail/trail.server'
import { type ChangeForm, findChangeForm } from './change-forms.server'
import type { Looking } from './looking'
import { metaFields, type PlanRow } from './plan'

/** `closed`: the trail has an outcome more. `untold`: it was read, and that does not tell. `nothing`: it was not read. */
export type LookedUp = 'closed' | 'untold' | 'nothing'

/** So long a service may still be at work on what nobody answered, ms: what is as before then is taken for not done. */
const stillAtWork = 120_000

/**
 * Changes that only begin something, or whose effect ends by itself or was there before: that a thing is as before does
 * not say that they were not made.
 */
const begins: ReadonlySet<string> = new Set<ChangeName>([
  'configuration.send',
  'packages.deploy',
  'packages.goOn',
  'device.upload',
  'graphics.upload',
  'device.refresh',
  'device.onboard',
  'device.offboard',
  'site.build',
  'tunnel.open',
  'point.override',
  'point.hold',
  'point.write',
  'point.emergency',
])

/** Reads the things of one change of which nobody knows whether it was done, and closes what that tells. */
export async function lookUp(
  args: LoaderFunctionArgs,
  entries: readonly TrailEntry[],
  { person }: Pick<Visitor, 'person'>,
): Promise<LookedUp> {
  const open = entries.filter(({ ending }) => ending?.outcome === 'unknown')
  const [first] = open
  if (!first) return 'nothing'
  const context = contextOf(args)
  try {
    const form = await findChangeForm(first.tenantId, first.changeId)
    const looking = form && (await planAnew(args, form))
    if (!looking?.isRead) return 'nothing'
    const closed = await recordOutcomes(endingsOf(open, { looking, readBy: person.fullName }))
    return closed.length > 0 ? 'closed' : 'untold'
  } catch (error) {
    context.log.warn({ err: error, changeId: first.changeId }, 'a change could not be looked up')
    return 'nothing'
  }
}

/** Posts the form to its own page, which only plans it; null where there is no door to ask through. */
async function planAnew(args: LoaderFunctionArgs, { address, fields }: ChangeForm): Promise<Looking | null> {
  const { aside, origin } = contextOf(args)
  if (!aside) return null
  const headers = new Headers({ origin, host: new URL(origin).host, 'sec-fetch-site': 'same-origin' })
  for (const name of ['cookie', 'accept-language', 'user-agent']) {
    const value = args.request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body = new URLSearchParams([...fields, [metaFields.stage, 'plan']])
  const looking: Looking = { rows: [], isGone: false, isRead: false }
  await aside(new Request(new URL(address, origin), { method: 'POST', headers, body }), { looking })
  return looking
}

function endingsOf(open: readonly TrailEntry[], { looking, readBy }: { looking: Looking; readBy: string }): Ending[] {
  // A thing may have several rows, of which the first speaks.
  const rows = new Map(looking.rows.toReversed().map((row) => [row.subject.id, row]))
  return open.flatMap((entry) => endingOf(entry, { row: rows.get(entry.subject.id), isGone: looking.isGone, readBy }))
}

/** How it ended for one thing, as far as reading it says. */
function endingOf(
  entry: TrailEntry,
  { row, isGone, readBy }: { row: PlanRow | undefined; isGone: boolean; readBy: string },
): Ending[] {
  const { ending } = entry
  const told = (outcome: 'done' | 'failed', because: string): Ending[] => [
    { intent: entry, subject: ending?.subject, outcome, calls: ending?.calls ?? [], detail: { because, readBy } },
  ]
  if (isGone || row?.effect === 'same' || (row && standsSince(entry, row))) return told('done', 'lookedUp')
  const isOver = Date.now() - Date.parse(ending?.at ?? '') > stillAtWork
  return row && isOver && isAsBefore(entry, row) ? told('failed', 'notThere') : []
}

/** Whether a thing is as it was when the change was planned, and the change would still have all of its work to do. */
function isAsBefore({ mutation, before }: TrailEntry, row: PlanRow): boolean {
  if (begins.has(mutation) || row.effect !== 'change' || before === null) return false
  return isStill(before, row)
}

/** Whether what was written stands since: it was otherwise before, or was set after the change began. */
function standsSince({ at, before }: TrailEntry, row: PlanRow): boolean {
  if (row.standsSince === undefined) return false
  const isSetSince = row.standsSince !== null && Date.parse(row.standsSince) >= Date.parse(at)
  return isSetSince || !isStill(before, row)
}

/** Whether a thing is as a record has it before its change. */
function isStill(before: unknown, row: PlanRow): boolean {
  const now =
    row.before === undefined ? Object.fromEntries(row.fields.map(({ name, from }) => [name, from])) : row.before
  return canonical(before) === canonical(redact(JSON.parse(JSON.stringify(now ?? null))))
}
