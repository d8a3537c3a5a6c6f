/** A row of the trail: one change with all its subjects, and its common differences. */
import type { PlanField } from '~/change/plan'
import { commonPlaceOf, sharedFields } from '~/change/plan-groups'
import type { Features } from '~/flags'
import { href } from '~/hrefs'
import { identityOf } from '~/trail/actor.server'
import { changeSubjectsText, countSubjects } from '~/trail/change-subjects'
import { maxListedThings, type TrailChange } from '~/trail/find-changes.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { differencesIn, type RecordWords } from './shared/field-text'
import { changeName, detailText, subjectHref } from './shared/words'

export type TrailRow = ReturnType<typeof trailRow>

export function trailRow(words: RecordWords, at: { tenantId: string; features: Features }, change: TrailChange) {
  const { t } = words
  const { changeId, mutation, entries, outcomes } = change
  const [newest] = entries as [TrailEntry]
  const count = countSubjects(change)
  const isComplete = count === entries.length
  return {
    key: `${changeId} ${mutation}`,
    at: newest.at,
    actor: { name: newest.actor.name, href: href('trail', at, { actor: identityOf(newest.actor) ?? newest.actor.id }) },
    what: changeName(t, mutation),
    href:
      count === 1
        ? href('trailRecord', { ...at, sequence: String(newest.sequence) })
        : href('change', { ...at, changeId }),
    fields: count <= maxListedThings ? commonFields(words, entries) : [],
    reason: newest.reason,
    why: commonReason(words, entries, isComplete),
    whom: changeSubjectsText(t, change),
    whomHref: count === 1 ? subjectHref(at.tenantId, newest, at.features) : null,
    /** The subjects where they are few; else their common place. */
    place: isComplete ? (count > 1 && count <= maxNamed ? namesOf(entries) : commonPlaceOf(entries)) : null,
    outcomes,
  }
}

/** The limit of named subjects. */
const maxNamed = 3

const namesOf = (entries: readonly TrailEntry[]) =>
  entries
    .map(({ outcomeRecord, subject }) => (outcomeRecord?.subject ?? subject).name)
    .sort()
    .join(', ')

/** Returns the changed fields, where all subjects end with the same values. */
function commonFields(words: RecordWords, entries: readonly TrailEntry[]) {
  const rows = entries.map((entry) => ({
    fields: differencesIn(words, entry).map(
      ({ label, before, after }): PlanField => ({
        name: label,
        from: before,
        to: after,
      }),
    ),
  }))
  const ends = ({ fields }: (typeof rows)[number]) => JSON.stringify(fields.map(({ name, to }) => [name, to]))
  return new Set(rows.map(ends)).size === 1 ? sharedFields(rows) : []
}

/** Returns the reason of the outcome, where it is the same for all. */
function commonReason(words: RecordWords, entries: readonly TrailEntry[], isComplete: boolean): string {
  const [why = '', ...others] = new Set(entries.map((entry) => detailText(words, entry.outcomeRecord ?? entry)))
  return isComplete && others.length === 0 ? why : ''
}
