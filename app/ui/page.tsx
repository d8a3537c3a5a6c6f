import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Logo } from './icons'
import { LanguageLinks } from './language-links'
import { A } from './link'
import { type Tab, type TabMenu, Tabs } from './tabs'

/** The head of a page, on one line if there is room: name, kind, status and actions, with its other views as tabs. */
export function PageHeader({
  kind,
  name,
  status,
  actions,
  tabs = [],
}: {
  kind?: ReactNode
  name: string
  status?: ReactNode
  actions?: ReactNode
  tabs?: readonly (Tab | TabMenu)[]
}) {
  const t = useT()
  return (
    <header>
      <div className="head-line">
        <div className="head-name">
          <h1>
            <bdi>{name}</bdi>
          </h1>{' '}
          {kind && <p className="text-soft">{kind}</p>} {status}
        </div>
        {actions && <div className="head-actions no-print">{actions}</div>}
      </div>
      {tabs.length > 0 && <Tabs label={t('main:frame.views', { name })} tabs={tabs} />}
    </header>
  )
}

/** A part of a page with a heading. A `flush` table reaches the edges. */
export function Section({
  title,
  aside,
  flush = false,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className="panel rounded-lg border border-line bg-surface">
      {(title || aside) && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          {title && <h2>{title}</h2>}
          {aside && <div className="flex flex-wrap items-center gap-2 text-sm text-soft">{aside}</div>}
        </div>
      )}
      <div className={flush ? '' : 'px-4 py-3'}>{children}</div>
    </section>
  )
}

/**
 * Two columns if there is room, the first one wider; otherwise one below the other. Facts need less room than tables:
 * two columns fit beside the tree in a 1,280 px window, including a scrollbar. Tables print without a grid: browsers
 * move a grid that does not fit to the next sheet.
 */
export function Columns({ hasFacts = false, children }: { hasFacts?: boolean; children: ReactNode }) {
  const sides = hasFacts
    ? '@min-[46rem]:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]'
    : '@5xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] print:block print:space-y-4'
  return (
    <div className="@container">
      <div className={`grid grid-cols-1 items-start gap-4 ${sides}`}>{children}</div>
    </div>
  )
}

/** Parts of a page, one below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3">{children}</div>
}

/** A page without the frame: sign-in and errors. `address` is another page's, for the language links. */
export function PlainPage({
  title,
  address,
  children,
}: {
  title: string
  address?: string | undefined
  children: ReactNode
}) {
  const t = useT()
  return (
    <div className="flex min-h-screen flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-2xl items-center justify-between gap-4 px-4 py-3">
          <A href="/" className="flex items-center gap-2 font-semibold text-ink no-underline hover:text-ink">
            <Logo />
            {t('product')}
          </A>
          <LanguageLinks address={address} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-8">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
