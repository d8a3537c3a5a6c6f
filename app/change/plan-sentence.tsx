/** Describes a plan in one sentence: what changes on how many things and where, and how many are exceptions. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { countWithNoun } from '~/trail/change-subjects'
import { useFormat } from '~/ui/use-format'
import type { PlanRow } from './plan'
import { commonPlaceOf, planCountsOf, siteNamesOf, subjectIdsOf } from './plan-groups'
import { type PlanWords, planFieldText } from './plan-words'

type Words = Pick<PlanWords, 'countFields'>

/** Settings beyond these are counted. */
const maxNamed = 3
/** Sites beyond these are counted. */
const maxSitesNamed = 5

export function PlanSentence({
  rows,
  words,
  isDanger,
}: {
  rows: readonly PlanRow[]
  words: Words
  /** The change removes something: the sentence names only the things, and the page says which parts are removed. */
  isDanger: boolean
}) {
  const t = useT()
  const format = useFormat()
  const changed = rows.filter(({ effect, timing }) => effect === 'change' || timing === 'held')
  const isOfOne = subjectIdsOf(rows).size === 1
  if (changed.length === 0 || (isOfOne && (isDanger || changed[0]?.subject.kind !== 'device'))) return null
  const { change, waits, skip, same } = planCountsOf(rows)
  const isSent = rows.some(({ timing }) => timing === 'now' || timing === 'waits')
  const parts = [
    ...(isSent ? [t('plan.atOnce', { count: change })] : waits > 0 ? [t('plan.first', { count: change })] : []),
    ...(waits > 0 ? [t('plan.waits', { count: waits })] : []),
    ...(skip > 0 || isSent ? [t('plan.skipped', { count: skip })] : []),
    ...(same > 0 ? [t('plan.same', { count: same })] : []),
  ]
  return (
    <p className="text-lg">
      <strong className="font-semibold">
        {sentenceOf(t, changed, { list: format.list, words, isSent, isDanger })}
      </strong>
      {parts.length > 0 && !isOfOne && <span className="text-soft"> {parts.join(', ')}.</span>}
    </p>
  )
}

function sentenceOf(
  t: Translate,
  rows: readonly PlanRow[],
  {
    list,
    words,
    isSent,
    isDanger,
  }: { list: (texts: string[]) => string; words: Words; isSent: boolean; isDanger: boolean },
): string {
  const things = thingsLabel(t, rows)
  const place = subjectIdsOf(rows).size > 1 ? placeText(t, rows, list) : null
  const names = [...new Set(rows.flatMap(({ fields }) => fields.map((field) => planFieldText(t, field))))].filter(
    Boolean,
  )
  const isOnThing = rows.every(({ subject }) => subject.kind === 'device')
  if (isDanger) return t('plan.concerns', { things })
  if (isSent) return place ? t('plan.sentIn', { things, place }) : t('plan.sent', { things })
  if (names.length === 0 || !isOnThing) {
    const count = subjectIdsOf(rows).size
    return place ? t('plan.changeIn', { count, things, place }) : t('plan.change', { count, things })
  }
  const count = names.length
  const fields = count > maxNamed ? (words.countFields?.(count) ?? t('plan.settings', { count })) : list(names)
  return place ? t('plan.fieldsIn', { count, fields, things, place }) : t('plan.fields', { count, fields, things })
}

/** Returns "Campus Montcalm", or "Montcalm campuses (3 sites: …)" for several sites. */
function placeText(t: Translate, rows: readonly PlanRow[], list: (texts: string[]) => string): string | null {
  const place = commonPlaceOf(rows)
  const sites = siteNamesOf(rows)
  if (sites.length < 2) return place
  const further = Math.max(0, sites.length - maxSitesNamed)
  const names = sites.slice(0, maxSitesNamed)
  const siteList = t('plan.sites', {
    count: sites.length,
    names: list(further > 0 ? [...names, t('plan.furtherSites', { count: further })] : names),
  })
  return place ? t('plan.placeWithSites', { place, sites: siteList }) : siteList
}

/** Returns "Campus North", or "3 sites"; null where no site is known. */
export function siteText(t: Translate, rows: readonly Pick<PlanRow, 'subject'>[]): string | null {
  const sites = siteNamesOf(rows)
  return sites.length > 1 ? t('count.sites', { count: sites.length }) : (sites[0] ?? null)
}

/** Returns "20 controllers of Campus North", for the label of a button. */
export function thingsText(t: Translate, rows: readonly Pick<PlanRow, 'subject'>[]): string {
  const count = subjectIdsOf(rows).size
  const kinds = rows.map(({ subject }) => subject.kind)
  const things = countWithNoun(t, kinds, count) ?? t('plan.things', { count })
  const place = count > 1 ? siteText(t, rows) : null
  return place ? t('plan.thingsIn', { things, place }) : things
}

/** Returns "20 controllers", or the name of the only one. */
export function thingsLabel(t: Translate, rows: readonly PlanRow[]): string {
  const count = subjectIdsOf(rows).size
  const [first] = rows
  if (count === 1 && first) return first.subject.name
  const kinds = rows.map(({ subject }) => subject.kind)
  return countWithNoun(t, kinds, count) ?? t('plan.things', { count })
}
