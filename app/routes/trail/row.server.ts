/** A change as the trail lists it: what was done together is one row, with what of it changed from what to what. */
import type { PlanField } from '~/change/plan'
import { placeOf, sharedFields } from '~/change/plan-groups'
import type { Features } from '~/features'
import { href } from '~/hrefs'
import { differencesIn, type Words } from '~/things/record/field-words'
import { countOf, whomOf } from '~/things/record/whom'
import { identityOf } from '~/trail/actor.server'
import { mostLooked, type TrailChange } from '~/trail/find-changes.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { changeName, detailText, subjectHref } from '~/trail/words'

export type TrailRow = ReturnType<typeof trailRow>

export function trailRow(words: Words, at: { tenantId: string; features: Features }, change: TrailChange) {
  const { t } = words
  const { changeId, mutation, entries, outcomes } = change
  const [newest] = entries as [TrailEntry]
  const count = countOf(change)
  const isWhole = count === entries.length
  return {
    key: `${changeId} ${mutation}`,
    at: newest.at,
    actor: { name: newest.actor.name, href: href('trail', at, { actor: identityOf(newest.actor) ?? newest.actor.id }) },
    what: changeName(t, mutation),
    href:
      count === 1
        ? href('trailRecord', { ...at, sequence: String(newest.sequence) })
        : href('change', { ...at, changeId }),
    fields: count <= mostLooked ? fieldsOf(words, entries) : [],
    reason: newest.reason,
    why: whyOf(words, entries, isWhole),
    whom: whomOf(t, change),
    whomHref: count === 1 ? subjectHref(at.tenantId, newest, at.features) : null,
    /** Which they are, where they are few; else where all of them stand. */
    place: isWhole ? (count > 1 && count <= mostNamed ? namesOf(entries) : placeOf(entries)) : null,
    outcomes,
  }
}

/** So many things are named. */
const mostNamed = 3

const namesOf = (entries: readonly TrailEntry[]) =>
  entries
    .map(({ ending, subject }) => (ending?.subject ?? subject).name)
    .sort()
    .join(', ')

/** What becomes of the fields, where all end alike. */
function fieldsOf(words: Words, entries: readonly TrailEntry[]) {
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

/** Why it ended as it did, where that is one reason for all. */
function whyOf(words: Words, entries: readonly TrailEntry[], isWhole: boolean): string {
  const [why = '', ...others] = new Set(entries.map((entry) => detailText(words, entry.ending ?? entry)))
  return isWhole && others.length === 0 ? why : ''
}
