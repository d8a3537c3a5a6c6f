import type { FormHTMLAttributes, ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from './button'
import { errorSummaryId } from './error-summary'
import { FieldError, FieldProblems } from './field'
import { formTokenField } from './form-token'
import { Icon } from './icons'
import { A, ButtonLink } from './link'
import { usePageContext } from './page-context'

/** The hidden fields of a form. */
export type HiddenValues = Record<string, string | readonly string[] | null | undefined>

/**
 * A form that changes something: a plain post that works without scripts; the page's script only prevents double
 * submits. Posts to its own page with the fragment of the error summary, so that problems are in view.
 */
export function Form({
  className = 'flex flex-col gap-4',
  action = `#${errorSummaryId}`,
  children,
  ...rest
}: PostProps) {
  return (
    <PostForm action={action} className={className} noValidate {...rest}>
      {children}
      {rest['data-check'] !== undefined && (
        <template>
          <FieldError name="" error="" />
        </template>
      )}
    </PostForm>
  )
}

type PostProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'method' | 'hidden'> & {
  /** Present where the page's script may check the fields that are left (`public/check.js`). */
  'data-check'?: string
  hidden?: HiddenValues
  children: ReactNode
}

/**
 * Every post. It carries a form token, for browsers that send neither `Origin` nor `Sec-Fetch-Site`. Only the markup of
 * a document has the token; a browser that hydrates a page sends those headers.
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

export function HiddenFields({ values }: { values: HiddenValues }) {
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

/** The filters of a list: a GET form, so that the result is an address. */
export function Filters({
  children,
  clearHref,
  keep = {},
}: {
  children: ReactNode
  /** Present while a filter is set. */
  clearHref?: string
  /** Parameters the filters do not change, such as the sort. */
  keep?: HiddenValues
}) {
  const t = useT()
  const { filterProblems } = usePageContext()
  return (
    <form method="get" className="filters">
      <HiddenFields values={keep} />
      <FieldProblems.Provider value={filterProblems}>{children}</FieldProblems.Provider>
      {/* On a phone it is the lens beside the words. */}
      <Button>
        <Icon name="search" className="on-phones size-4" /> <span>{t('action.filter')}</span>
      </Button>
      {clearHref && (
        <ButtonLink look="quiet" href={clearHref} aria-label={t('action.clearFilters')}>
          {t('action.clear')}
        </ButtonLink>
      )}
    </form>
  )
}

/** Collapsed filters; with `isAll` there are no others. */
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
      {/* On a phone its word is shorter. */}
      <summary className="button" data-short={isAll ? undefined : t('action.filters')}>
        <span>{t(isAll ? 'action.filters' : 'action.moreFilters')}</span> <Icon name="down" className="size-3.5" />
      </summary>
      <div>
        {children}
        <Button>{t('action.filter')}</Button>
      </div>
    </details>
  )
}

/** The end of a form: its button and a cancel link. */
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
