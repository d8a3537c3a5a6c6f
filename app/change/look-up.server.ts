/**
 * Reconciles unknown outcomes by reading: when a person with the right to it opens the page of a change, its stored
 * form is planned again in their session, and the plan is compared with what the trail recorded before the change. An
 * outcome that reading proves closes the record; others remain unknown.
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

/**
 * `closed`: an outcome was recorded. `untold`: the things were read, which proves nothing. `nothing`: they were not
 * read.
 */
export type LookedUp = 'closed' | 'untold' | 'nothing'

/**
 * How long a service may still work on an unanswered call, ms: an unchanged thing counts as not done only after that.
 */
const stillAtWork = 120_000

/**
 * Changes that only start something, or whose effect ends by itself or existed before: an unchanged thing does not
 * prove that they failed.
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

/** Reads the things of one change with unknown outcomes and records the outcomes that this proves. */
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

/** Posts the form to its own page as a dry run; null without a door to dispatch it. */
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
  // A thing may have several rows; the first one decides.
  const rows = new Map(looking.rows.toReversed().map((row) => [row.subject.id, row]))
  return open.flatMap((entry) => endingOf(entry, { row: rows.get(entry.subject.id), isGone: looking.isGone, readBy }))
}

/** Returns the outcome of one subject, as far as reading proves it. */
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

/** Returns whether a thing is still as before the change, with all of the change left to do. */
function isAsBefore({ mutation, before }: TrailEntry, row: PlanRow): boolean {
  if (begins.has(mutation) || row.effect !== 'change' || before === null) return false
  return isStill(before, row)
}

/**
 * Returns whether the written value is in effect because of this change: it was different before, or was set after
 * the change started.
 */
function standsSince({ at, before }: TrailEntry, row: PlanRow): boolean {
  if (row.standsSince === undefined) return false
  const isSetSince = row.standsSince !== null && Date.parse(row.standsSince) >= Date.parse(at)
  return isSetSince || !isStill(before, row)
}

/** Returns whether a thing is as its record has it before the change. */
function isStill(before: unknown, row: PlanRow): boolean {
  const now =
    row.before === undefined ? Object.fromEntries(row.fields.map(({ name, from }) => [name, from])) : row.before
  return canonical(before) === canonical(redact(JSON.parse(JSON.stringify(now ?? null))))
}
