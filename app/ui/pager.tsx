import type { Counted } from '~/domain/counted'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** The links to the next and previous pages of a list that is read by cursor (design §12). */
export function Pager({
  caption,
  shown,
  total,
  from = null,
  firstHref,
  previousHref,
  nextHref,
}: {
  caption: string
  shown: number
  /** The total; a plain number where all of them were counted. */
  total?: number | Counted
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
          ? t('count.results', { count: shown })
          : shownOf(t, { shown, from, total: typeof total === 'number' ? { count: total, isCapped: false } : total })}
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
function shownOf(
  t: Translate,
  { shown, from, total: { count, isCapped } }: { shown: number; from: number | null; total: Counted },
): string {
  const to = from === null ? 0 : from + shown - 1
  if (from !== null && shown > 0 && (isCapped || to <= count))
    return t(isCapped ? 'table.rangeOfMore' : 'table.range', { from, to, total: count })
  return t(isCapped ? 'table.shownOfMore' : 'table.shown', { shown, total: count })
}
