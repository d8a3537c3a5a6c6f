/**
 * Reconciles unknown outcomes by reading: when a person with the right to it opens the page of a change, its stored
 * form is planned again in their session, and the plan is compared with what the trail recorded before the change. An
 * outcome that reading proves closes the record; others remain unknown.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Visitor } from '~/backend/reader.server'
import type { ChangeName } from '~/changes'
import { contextOf } from '~/door/context'
import { canonicalJson } from '~/trail/chain.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { redact } from '~/trail/redact'
import { type OutcomeEntry, recordOutcomes } from '~/trail/trail.server'
import { findChangeForm, type StoredChangeForm } from './change-forms.server'
import type { DryRun } from './dry-run'
import { metaFields, type PlanRow } from './plan'

/**
 * `closed`: an outcome was recorded. `untold`: the things were read, which proves nothing. `nothing`: they were not
 * read.
 */
export type Reconciled = 'closed' | 'untold' | 'nothing'

/**
 * How long a service may still work on an unanswered call, ms: an unchanged thing counts as not done only after that.
 */
const maxServiceWorkMs = 120_000

/**
 * Changes that only start something, or whose effect ends by itself or existed before: an unchanged thing does not
 * prove that they failed.
 */
const inconclusiveChanges: ReadonlySet<string> = new Set<ChangeName>([
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
export async function reconcile(
  args: LoaderFunctionArgs,
  entries: readonly TrailEntry[],
  { person }: Pick<Visitor, 'person'>,
): Promise<Reconciled> {
  const open = entries.filter(({ outcomeRecord }) => outcomeRecord?.outcome === 'unknown')
  const [first] = open
  if (!first) return 'nothing'
  const context = contextOf(args)
  try {
    const form = await findChangeForm(first.tenantId, first.changeId)
    const dryRun = form && (await replan(args, form))
    if (!dryRun?.isRead) return 'nothing'
    const closed = await recordOutcomes(outcomesOf(open, { dryRun, readBy: person.fullName }))
    return closed.length > 0 ? 'closed' : 'untold'
  } catch (error) {
    context.log.warn({ err: error, changeId: first.changeId }, 'a change could not be reconciled')
    return 'nothing'
  }
}

/** Posts the form to its own page as a dry run; null without a door to dispatch it. */
async function replan(args: LoaderFunctionArgs, { address, fields }: StoredChangeForm): Promise<DryRun | null> {
  const { dispatch, origin } = contextOf(args)
  if (!dispatch) return null
  const headers = new Headers({ origin, host: new URL(origin).host, 'sec-fetch-site': 'same-origin' })
  for (const name of ['cookie', 'accept-language', 'user-agent']) {
    const value = args.request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const body = new URLSearchParams([...fields, [metaFields.stage, 'plan']])
  const dryRun: DryRun = { rows: [], isGone: false, isRead: false }
  await dispatch(new Request(new URL(address, origin), { method: 'POST', headers, body }), { dryRun })
  return dryRun
}

function outcomesOf(
  open: readonly TrailEntry[],
  { dryRun, readBy }: { dryRun: DryRun; readBy: string },
): OutcomeEntry[] {
  // A thing may have several rows; the first one decides.
  const rows = new Map(dryRun.rows.toReversed().map((row) => [row.subject.id, row]))
  return open.flatMap((entry) => outcomesFor(entry, { row: rows.get(entry.subject.id), isGone: dryRun.isGone, readBy }))
}

/** Returns the outcome of one subject, as far as reading proves it. */
function outcomesFor(
  entry: TrailEntry,
  { row, isGone, readBy }: { row: PlanRow | undefined; isGone: boolean; readBy: string },
): OutcomeEntry[] {
  const { outcomeRecord } = entry
  const result = (outcome: 'done' | 'failed', because: string): OutcomeEntry[] => [
    {
      intent: entry,
      subject: outcomeRecord?.subject,
      outcome,
      calls: outcomeRecord?.calls ?? [],
      detail: { because, readBy },
    },
  ]
  if (isGone || row?.effect === 'same' || (row && isInEffect(entry, row))) return result('done', 'lookedUp')
  const isServiceDone = Date.now() - Date.parse(outcomeRecord?.at ?? '') > maxServiceWorkMs
  return row && isServiceDone && isUntouched(entry, row) ? result('failed', 'notThere') : []
}

/** Returns whether a thing is still as before the change, with all of the change left to do. */
function isUntouched({ mutation, before }: TrailEntry, row: PlanRow): boolean {
  if (inconclusiveChanges.has(mutation) || row.effect !== 'change' || before === null) return false
  return matchesBefore(before, row)
}

/**
 * Returns whether the written value is in effect because of this change: it was different before, or was set after
 * the change started.
 */
function isInEffect({ at, before }: TrailEntry, row: PlanRow): boolean {
  if (row.alreadySetSince === undefined) return false
  const isSetSince = row.alreadySetSince !== null && Date.parse(row.alreadySetSince) >= Date.parse(at)
  return isSetSince || !matchesBefore(before, row)
}

/** Returns whether a thing is as its record has it before the change. */
function matchesBefore(before: unknown, row: PlanRow): boolean {
  const now =
    row.before === undefined ? Object.fromEntries(row.fields.map(({ name, from }) => [name, from])) : row.before
  return canonicalJson(before) === canonicalJson(redact(JSON.parse(JSON.stringify(now ?? null))))
}
