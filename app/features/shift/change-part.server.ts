/** The changes of a shift page, from the trail. */
import type { TotalCount } from '~/domain/count'
import { overviewPlaceId } from '~/features/overview/shared/scope'
import { countText } from '~/i18n/counted'
import { type Tally, tallyOf } from '~/trail/tally.server'
import { visibleTo } from '~/trail/visible-to.server'
import { maxPartRows, type PartContent } from './part'
import { line, type ShiftQuery, trailHref } from './shift-query.server'

export async function readTally({ reader, scope, since }: ShiftQuery): Promise<Tally> {
  const { tenantId, customerId } = scope.at
  return tallyOf({ tenantId, under: overviewPlaceId(scope) ?? customerId, from: since, visibleTo: visibleTo(reader) })
}

/** The people who made changes, each with the number. */
export function changePart(query: ShiftQuery, { people, isCut }: Tally): PartContent {
  const { t } = query
  const total = people.reduce((sum, one) => sum + one.changes, 0)
  const failed = people.reduce((sum, one) => sum + one.failed, 0)
  const capped = (count: number): TotalCount => ({ count, isCapped: isCut })
  return {
    lines: [
      line(t('main:shift.line.changes'), capped(total), trailHref(query, {})),
      ...(failed > 0
        ? [line(t('main:shift.line.failedChanges'), capped(failed), trailHref(query, { outcome: 'failed' }))]
        : []),
    ],
    rows: people.slice(0, maxPartRows).map((one) => ({
      state: countText(t, 'plain', { count: one.changes, isCapped: false }),
      tone: one.failed > 0 ? 'danger' : 'info',
      name: one.name,
      text: [
        t('main:shift.changed', { count: one.changes }),
        one.failed > 0 && t('main:shift.failed', { count: one.failed }),
      ]
        .filter(Boolean)
        .join(' · '),
      where: '',
      at: one.last,
      href: trailHref(query, { actor: one.actor }),
    })),
    isPartial: isCut || people.length > maxPartRows,
  }
}
