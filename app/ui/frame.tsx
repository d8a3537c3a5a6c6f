import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import type { Hidden } from './form'
import { Icon, Mark } from './icons'
import { LanguageLinks } from './language-links'
import { A } from './link'
import { Menu } from './menu'
import { usePageContext } from './page-context'

export interface NavigationLink {
  label: string
  href: string
  isCurrent: boolean
}

export interface FramePerson {
  name: string
  initials: string
  /** The effective role in words. */
  role: string
  profileHref: string
  signOut: { action: string; hidden?: Hidden }
}

export interface FramePlace {
  tenant?: { name: string; href: string }
  customer?: { name: string; href: string }
  /** Where another tenant or customer is chosen. */
  switchHref?: string
}

interface FrameProps {
  homeHref: string
  place?: FramePlace
  person: FramePerson
  navigation: readonly NavigationLink[]
  /** The search form's address; left out where there is nothing to search. */
  search?: { href: string; query?: string }
  /** Beside the page where there is room, below it where there is not. */
  tree?: ReactNode
  breadcrumb?: ReactNode
  children: ReactNode
}

/** What surrounds every page of a signed-in person. */
export function Frame({ homeHref, place = {}, person, navigation, search, tree, breadcrumb, children }: FrameProps) {
  const { evaluation } = usePageContext()
  const hasTree = tree !== undefined && tree !== null
  return (
    <div className="flex min-h-screen flex-col">
      <SkipLinks hasTree={hasTree} />
      <header className="no-print bg-chrome text-chrome-ink">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
          <Product href={homeHref} />
          <Place place={place} />
          <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-2">
            {search && <Search {...search} />}
            <LanguageLinks />
            <PersonMenu person={person} />
          </div>
        </div>
        <Navigation links={navigation} />
      </header>
      {evaluation && <EvaluationBanner />}
      <div className={`mx-auto grid w-full max-w-[110rem] grow ${hasTree ? 'lg:grid-cols-[17rem_minmax(0,1fr)]' : ''}`}>
        <main
          id="content"
          tabIndex={-1}
          className={`flex min-w-0 flex-col gap-4 px-4 py-4 ${hasTree ? 'lg:col-start-2' : ''}`}
        >
          {breadcrumb}
          {children}
        </main>
        {hasTree && <TreePanel>{tree}</TreePanel>}
      </div>
      <Footer />
    </div>
  )
}

const skipClass =
  'sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded focus:bg-surface focus:px-3 focus:py-2'

function SkipLinks({ hasTree }: { hasTree: boolean }) {
  const t = useT()
  return (
    <div className="no-print">
      <a href="#content" className={skipClass}>
        {t('main:frame.skipToContent')}
      </a>{' '}
      <a href="#navigation" className={skipClass}>
        {t('main:frame.skipToNavigation')}
      </a>{' '}
      {hasTree && (
        <a href="#tree" className={skipClass}>
          {t('main:frame.skipToTree')}
        </a>
      )}
    </div>
  )
}

function Product({ href }: { href: string }) {
  const t = useT()
  return (
    <A
      href={href}
      aria-label={t('main:frame.home')}
      className="flex items-center gap-2 font-semibold text-chrome-ink no-underline hover:text-chrome-ink"
    >
      <Mark />
      {t('product')}
    </A>
  )
}

function Place({ place: { tenant, customer, switchHref } }: { place: FramePlace }) {
  const t = useT()
  if (!tenant && !customer) return null
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-chrome-soft">
      {tenant && <PlaceLink label={t('entity.tenant')} {...tenant} />}{' '}
      {tenant && customer && <Icon name="chevron" className="size-3" />}
      {customer && <PlaceLink label={t('entity.customer')} {...customer} />}{' '}
      {switchHref && (
        <A href={switchHref} className="ms-1 text-chrome-soft hover:text-chrome-ink">
          {t('main:frame.switchPlace')}
        </A>
      )}
    </p>
  )
}

function PlaceLink({ label, name, href }: { label: string; name: string; href: string }) {
  return (
    <A href={href} className="text-chrome-ink no-underline hover:text-chrome-ink">
      <span className="sr-only">{label}: </span>
      <bdi>{name}</bdi>
    </A>
  )
}

function Search({ href, query }: { href: string; query?: string }) {
  const t = useT()
  return (
    <form action={href} method="get" className="flex">
      <label htmlFor="search" className="sr-only">
        {t('main:frame.searchHint')}
      </label>
      <input
        id="search"
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t('main:frame.searchHint')}
        className="min-h-8 w-56 max-w-full rounded-s-md border border-edge bg-surface px-2 text-sm text-ink"
      />
      <button
        type="submit"
        className="grid w-8 place-items-center rounded-e-md border border-s-0 border-edge bg-surface text-ink hover:bg-hover"
      >
        <span className="sr-only">{t('main:frame.search')}</span>
        <Icon name="search" />
      </button>
    </form>
  )
}

function PersonMenu({ person }: { person: FramePerson }) {
  const t = useT()
  return (
    <Menu
      buttonClassName="flex items-center gap-1.5 rounded text-chrome-ink"
      button={
        <>
          <span className="sr-only">{t('main:frame.person', { name: person.name })}</span>{' '}
          <span
            aria-hidden="true"
            className="grid size-7 place-items-center rounded-full bg-chrome-line text-xs font-semibold"
          >
            {person.initials}
          </span>
        </>
      }
      heading={
        <p className="mb-1 border-b border-line px-2.5 py-1.5">
          <bdi className="font-semibold">{person.name}</bdi>{' '}
          <span className="block text-sm text-soft">{person.role}</span>
        </p>
      }
      items={[
        { label: t('main:frame.profile'), href: person.profileHref },
        { label: t('main:frame.signOut'), ...person.signOut },
      ]}
    />
  )
}

function Navigation({ links }: { links: readonly NavigationLink[] }) {
  const t = useT()
  if (links.length === 0) return <div id="navigation" />
  return (
    <nav
      id="navigation"
      tabIndex={-1}
      aria-label={t('main:frame.navigation')}
      className="border-t border-chrome-line px-4"
    >
      {/* Narrow screens fold the one list away; browsers for text, which fold nothing, then have it once. */}
      <details className="peer group/menu sm:hidden">
        <summary className="flex min-h-11 items-center gap-2 text-chrome-ink">
          {t('main:frame.menu')} <Icon name="down" className="size-3.5 group-open/menu:rotate-180" />
          <span className="font-semibold">{links.find((link) => link.isCurrent)?.label}</span>
        </summary>
      </details>
      <NavigationLinks
        links={links}
        className="hidden gap-x-4 peer-open:grid peer-open:grid-cols-2 peer-open:pb-2 sm:flex sm:flex-wrap sm:peer-open:flex sm:peer-open:pb-0"
      />
    </nav>
  )
}

function NavigationLinks({ links, className }: { links: readonly NavigationLink[]; className: string }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.href}>
          <A
            href={link.href}
            aria-current={link.isCurrent ? 'page' : undefined}
            className="flex min-h-11 items-center border-b-2 border-transparent px-0.5 py-1.5 text-chrome-soft no-underline hover:text-chrome-ink hover:no-underline aria-[current]:border-chrome-ink aria-[current]:font-semibold aria-[current]:text-chrome-ink sm:min-h-0"
          >
            {link.label}
          </A>
        </li>
      ))}
    </ul>
  )
}

function EvaluationBanner() {
  const t = useT()
  return (
    <aside
      aria-label={t('main:frame.evaluationName')}
      className="no-print flex items-center gap-2 border-b border-line bg-info-soft px-4 py-1 text-sm text-info"
    >
      <Icon name="info" />
      {t('main:frame.evaluation')}
    </aside>
  )
}

function TreePanel({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <nav
      id="tree"
      tabIndex={-1}
      aria-labelledby="tree-title"
      className="no-print min-w-0 border-t border-line bg-surface px-3 py-4 lg:col-start-1 lg:row-start-1 lg:border-e lg:border-t-0"
    >
      <h2 id="tree-title" className="mb-2 px-1.5 text-sm font-semibold text-soft">
        {t('main:frame.tree')}
      </h2>
      {children}
    </nav>
  )
}

function Footer() {
  const t = useT()
  const { requestId, version } = usePageContext()
  return (
    <footer className="no-print flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-xs text-faint">
      <span>{t('product')}</span> {version && <span>{t('main:frame.version', { version })}</span>}{' '}
      {requestId && <span>{t('main:frame.requestId', { id: requestId })}</span>}
    </footer>
  )
}
