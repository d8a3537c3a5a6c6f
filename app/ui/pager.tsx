import type { Counted } from '~/domain/counted'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** Where a list goes on. Lists are read by cursor: forward, and back to the start (design §12). */
export function Pager({
  caption,
  shown,
  total,
  firstHref,
  nextHref,
}: {
  caption: string
  shown: number
  /** How many there are, a plain number where all of them were counted. */
  total?: number | Counted
  firstHref?: string | undefined
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
          : shownOf(t, shown, typeof total === 'number' ? { count: total, isCapped: false } : total)}
      </p>
      <div className="no-print flex gap-2">
        {firstHref && (
          <ButtonLink small href={firstHref}>
            {t('table.first')}
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

function shownOf(t: Translate, shown: number, { count, isCapped }: Counted): string {
  return t(isCapped ? 'table.shownOfMore' : 'table.shown', { shown, total: count })
}
