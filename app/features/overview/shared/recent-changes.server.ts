/** The latest changes of a place in sentences, for readers with `trail.read`. */
import type { Reader } from '~/backend/reader.server'
import { differencesIn } from '~/features/trail/shared/field-text'
import { changeName } from '~/features/trail/shared/words'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { StoreUnavailable } from '~/store/store-unavailable'
import { changeSubjectsText, countSubjects } from '~/trail/change-subjects'
import { maxListedThings, type TrailChange } from '~/trail/find-changes.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { recentChanges } from '~/trail/recent.server'
import type { Outcome } from '~/trail/record'
import { visibleTo } from '~/trail/visible-to.server'

export interface RecentChange {
  /** A change has one row per kind of mutation. */
  key: string
  at: string
  who: string
  sentence: string
  outcomes: Partial<Record<Outcome, number>>
  href: string
}

export interface RecentChangeList {
  rows: RecentChange[]
  /** Older changes were not read. */
  isCut: boolean
  trailHref: string
}

const maxChanges = 6

type Place = { tenantId: string; customerId?: string; under?: string | undefined }

/** Returns null without the permission, false while the store is unavailable. */
export async function loadRecentChanges(reader: Reader, place: Place): Promise<RecentChangeList | false | null> {
  if (!reader.may('trail.read')) return null
  try {
    return await readRecentChanges(reader, place)
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

async function readRecentChanges(reader: Reader, place: Place): Promise<RecentChangeList> {
  const { tenantId, customerId, under } = place
  const { changes, isCut } = await recentChanges({ ...place, visibleTo: visibleTo(reader), limit: maxChanges })
  const t = translator(reader.language)
  return {
    rows: changes.flatMap((change) => {
      const [newest] = change.entries
      if (!newest) return []
      const { at, actor } = newest
      const sentence = sentenceOf({ t, language: reader.language }, change)
      const to = href('change', { tenantId, changeId: change.changeId })
      return [
        {
          key: `${change.changeId} ${change.mutation}`,
          at,
          who: actor.name,
          sentence,
          outcomes: change.outcomes,
          href: to,
        },
      ]
    }),
    isCut,
    trailHref: href('trail', { tenantId }, { under: under ?? customerId }),
  }
}

/**
 * Returns a sentence: "Save network settings: Gateway 10.41.1.1 → 10.41.1.254 on 20 controllers of Campus Montcalm".
 */
function sentenceOf(words: { t: Translate; language: 'en' | 'fr' }, trailChange: TrailChange): string {
  const { t } = words
  const count = countSubjects(trailChange)
  const change = changeName(t, trailChange.mutation)
  const whom = changeSubjectsText(t, trailChange)
  const what = count <= maxListedThings ? commonDifferences(words, trailChange.entries) : null
  if (!what) return t('main:overview.changes.plain', { change, whom })
  return t(count === 1 ? 'main:overview.changes.one' : 'main:overview.changes.many', { change, whom, what })
}

/** The number of settings in a sentence. */
const maxSettings = 2

/** Returns the old and new values, if they are the same for every subject. */
function commonDifferences(
  words: { t: Translate; language: 'en' | 'fr' },
  entries: readonly TrailEntry[],
): string | null {
  const { t } = words
  const all = entries.map((entry) => (entry.before && entry.after ? differencesIn(words, entry) : []))
  const [first = []] = all
  if (first.length === 0 || all.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return null
  const texts = first.slice(0, maxSettings).map(({ label, before, after }) =>
    t('main:overview.changes.setting', {
      label,
      before: before || t('difference.empty'),
      after: after || t('difference.empty'),
    }),
  )
  const more = first.length - texts.length
  return texts.join(', ') + (more > 0 ? ` ${t('main:overview.changes.more', { count: more })}` : '')
}
