import type { TotalCount } from '~/domain/count'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** The links to the next and previous pages of a list that is read by cursor (design §12). */
export function Pager({
  caption,
  rowCount,
  total,
  from = null,
  firstHref,
  previousHref,
  nextHref,
}: {
  caption: string
  rowCount: number
  /** The total; a plain number where all of them were counted. */
  total?: number | TotalCount
  /** The number of the first row of this page, if known. */
  from?: number | null
  firstHref?: string | undefined
  previousHref?: string | undefined
  nextHref?: string | undefined
}) {
  const t = useT()
  return (
    <nav
      aria-label={t('table.pages', { caption })}
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm text-soft"
    >
      <p>
        {total === undefined
          ? t('count.results', { count: rowCount })
          : rangeText(t, {
              rowCount,
              from,
              total: typeof total === 'number' ? { count: total, isCapped: false } : total,
            })}
      </p>
      <div className="no-print flex gap-2">
        {firstHref && firstHref !== previousHref && (
          <ButtonLink small href={firstHref}>
            {t('table.first')}
          </ButtonLink>
        )}
        {previousHref && (
          <ButtonLink small href={previousHref} rel="prev">
            {t('table.previous')}
          </ButtonLink>
        )}
        {nextHref && (
          <ButtonLink small href={nextHref} rel="next">
            {t('table.next')}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

/** Returns "51–100 of 120", or the number of rows if their position is unknown. */
function rangeText(
  t: Translate,
  { rowCount, from, total: { count, isCapped } }: { rowCount: number; from: number | null; total: TotalCount },
): string {
  const to = from === null ? 0 : from + rowCount - 1
  if (from !== null && rowCount > 0 && (isCapped || to <= count))
    return t(isCapped ? 'table.rangeOfMore' : 'table.range', { from, to, total: count })
  return t(isCapped ? 'table.shownOfMore' : 'table.shown', { shown: rowCount, total: count })
}
