import type { FormHTMLAttributes, ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from './button'
import { errorSummaryId } from './error-summary'
import { FieldProblems } from './field'
import { formTokenField } from './form-token'
import { Icon } from './icons'
import { A, ButtonLink } from './link'
import { usePageContext } from './page-context'

/** Values a form carries without showing them. */
export type Hidden = Record<string, string | readonly string[] | null | undefined>

/**
 * A form that changes something: a plain post that needs no scripts. The page's script only stops double clicks. Posted
 * to its own page it ends in what is wrong with it, which is in sight then, wherever in the page somebody was before.
 */
export function Form({ className = 'flex flex-col gap-4', action = `#${errorSummaryId}`, ...rest }: PostProps) {
  return <PostForm action={action} className={className} noValidate {...rest} />
}

type PostProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'method' | 'hidden'> & {
  hidden?: Hidden
  children: ReactNode
}

/**
 * Every post: it says who drew it, for browsers that say nothing of where a form comes from. Only the markup of a
 * document carries the token; a browser that draws a page by itself does say where its forms come from.
 */
export function PostForm({ hidden = {}, children, ...rest }: PostProps) {
  const { formToken } = usePageContext()
  return (
    <form method="post" {...rest}>
      <HiddenFields values={hidden} />
      <input type="hidden" name={formTokenField} value={formToken} suppressHydrationWarning />
      {children}
    </form>
  )
}

export function HiddenFields({ values }: { values: Hidden }) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) =>
        (value === null || value === undefined ? [] : typeof value === 'string' ? [value] : value).map((one) => (
          <input key={`${name}=${one}`} type="hidden" name={name} value={one} />
        )),
      )}
    </>
  )
}

/** Filters of a list: a form that navigates, so that what it shows is an address. */
export function Filters({
  children,
  clearHref,
  keep = {},
}: {
  children: ReactNode
  /** Present while some filter is set. */
  clearHref?: string
  /** Parts of the address the filters leave alone, such as the sort. */
  keep?: Hidden
}) {
  const t = useT()
  const { filterProblems } = usePageContext()
  return (
    <form method="get" className="filters">
      <HiddenFields values={keep} />
      <FieldProblems.Provider value={filterProblems}>{children}</FieldProblems.Provider>
      <Button>{t('action.filter')}</Button>
      {clearHref && (
        <ButtonLink look="quiet" href={clearHref}>
          {t('action.clearFilters')}
        </ButtonLink>
      )}
    </form>
  )
}

/** The filters that are behind a press; all of them where `isAll`, so that nothing stands before it. */
export function MoreFilters({
  isOpen,
  isAll = false,
  children,
}: {
  isOpen: boolean
  isAll?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <details className="more-filters" open={isOpen}>
      <summary className="button">
        {t(isAll ? 'action.filters' : 'action.moreFilters')} <Icon name="down" className="size-3.5" />
      </summary>
      <div>
        {children}
        <Button>{t('action.filter')}</Button>
      </div>
    </details>
  )
}

/** The end of a form: what it does, and the way out. */
export function SubmitRow({
  label,
  look = 'primary',
  cancelHref,
  name,
  value,
}: {
  label: string
  look?: 'primary' | 'danger'
  cancelHref?: string
  name?: string
  value?: string
}) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look={look} name={name} value={value}>
        {label}
      </Button>
      {cancelHref && (
        <A href={cancelHref} className="px-2 py-1.5">
          {t('action.cancel')}
        </A>
      )}
    </div>
  )
}
