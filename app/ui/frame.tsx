/**
 * The frame of every signed-in page: a rail with the place and the menu, a bar with breadcrumb, search and person, and
 * beside a place its tree.
 */
import type { ReactNode } from 'react'
import { languageNames, languages } from '~/i18n/languages'
import { useLanguage, useT } from '~/i18n/use-t'
import { AsSent } from './as-sent'
import type { HiddenValues } from './form'
import { Icon, Logo } from './icons'
import { KeysOverlay } from './keys-overlay'
import { useLanguageHref } from './language-links'
import { A } from './link'
import { Menu } from './menu'
import { usePageContext } from './page-context'
import { Suggestions } from './suggestions'
import { useFormat } from './use-format'

export interface NavigationLink {
  label: string
  href: string
  isCurrent: boolean
  /** The key that opens it, after `g`. */
  goKey?: string | undefined
  /** A badge: the count of open work, and its label. */
  waiting?: { count: number; label: string; isUrgent: boolean } | undefined
}

/** A group of menu entries. */
export interface NavigationGroup {
  title: string | null
  links: readonly NavigationLink[]
}

/** The menu. Its groups are asked for only where they are drawn. */
export interface FrameNavigation {
  /** Another text when the menu shows something else. */
  shows: string
  groups: () => readonly NavigationGroup[]
}

export interface FramePerson {
  name: string
  initials: string
  /** The name of the effective role. */
  role: string
  profileHref: string
  signOut: { action: string; hidden?: HiddenValues }
}

export interface FramePlace {
  tenant?: { name: string; href: string }
  customer?: { name: string; href: string }
  /** The page that switches the tenant or customer. */
  switchHref?: string
}

interface SearchBox {
  href: string
  /** What the script of the page reads while somebody types. */
  suggestionsHref: string | null
  query?: string | undefined
  /** The parameter that marks searches typed in the box. */
  markerName: string
}

interface FrameProps {
  homeHref: string
  place?: FramePlace
  person: FramePerson
  navigation: FrameNavigation
  /** The search form; absent where there is nothing to search. */
  search?: SearchBox
  /** The page has a list, which a link skips to. */
  hasList?: boolean
  /** The tree: beside the page if there is room, otherwise below it. */
  tree?: ReactNode
  breadcrumb?: ReactNode
  children: ReactNode
}

export function Frame(props: FrameProps) {
  const { homeHref, place = {}, person, navigation, search, hasList = false, tree, breadcrumb, children } = props
  const { evaluation, hasKeys } = usePageContext()
  const hasTree = tree !== undefined && tree !== null
  return (
    <div className="frame">
      <SkipLinks hasList={hasList} hasTree={hasTree} />
      <Navigation homeHref={homeHref} place={place} navigation={navigation} />
      <header className="bar no-print">
        <div className="way">{breadcrumb}</div>
        {evaluation && <Evaluation />}
        {search && <Search {...search} />}
        <PersonMenu person={person} />
      </header>
      <div className={hasTree ? 'page with-tree' : 'page'}>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {hasTree && <TreePanel>{tree}</TreePanel>}
      </div>
      <Footer />
      {hasKeys && <KeysOverlay />}
    </div>
  )
}

function SkipLinks({ hasList, hasTree }: { hasList: boolean; hasTree: boolean }) {
  const t = useT()
  return (
    <div className="skip no-print">
      {hasList && <a href="#list">{t('main:frame.skipToList')}</a>}{' '}
      <a href="#content">{t('main:frame.skipToContent')}</a>{' '}
      <a href="#navigation">{t('main:frame.skipToNavigation')}</a>{' '}
      {hasTree && <a href="#tree">{t('main:frame.skipToTree')}</a>}
    </div>
  )
}

/** Narrow screens collapse the menu; text browsers, which collapse nothing, have it once. */
function Navigation({
  homeHref,
  place,
  navigation: { shows, groups },
}: {
  homeHref: string
  place: FramePlace
  navigation: FrameNavigation
}) {
  const t = useT()
  return (
    <>
      <details className="fold no-print">
        <summary>
          <Icon name="menu" className="size-5" />
          <span className="sr-only">{t('main:frame.menu')}</span>
        </summary>
      </details>
      <AsSent
        as="nav"
        shows={JSON.stringify([homeHref, place, shows])}
        id="navigation"
        tabIndex={-1}
        aria-label={t('main:frame.navigation')}
        className="rail no-print"
      >
        <Scope homeHref={homeHref} place={place} />
        <MenuGroups groups={groups} />
      </AsSent>
    </>
  )
}

function MenuGroups({ groups }: Pick<FrameNavigation, 'groups'>) {
  return (
    <>
      {groups().map(({ title, links }) => (
        <div key={title}>
          {title && <h2>{title}</h2>}
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <A href={link.href} data-go={link.goKey} aria-current={link.isCurrent ? 'page' : undefined}>
                  {link.label}
                </A>
                {link.waiting && <Waiting {...link.waiting} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Waiting({ count, label, isUrgent }: NonNullable<NavigationLink['waiting']>) {
  const format = useFormat()
  return (
    <>
      {' '}
      <span aria-hidden="true" className={isUrgent ? 'waiting urgent' : 'waiting'}>
        {format.number(count)}
      </span>{' '}
      <span className="sr-only">{label}</span>
    </>
  )
}

/** The current tenant and customer, with a link to switch. */
function Scope({ homeHref, place: { tenant, customer, switchHref } }: { homeHref: string; place: FramePlace }) {
  const t = useT()
  return (
    <div className="scope">
      <A href={homeHref} aria-label={t('main:frame.home')}>
        <Logo />
      </A>
      <p>
        {customer ? <PlaceLink label={t('entity.customer')} {...customer} /> : !tenant && <b>{t('product')}</b>}{' '}
        {tenant && <PlaceLink label={t('entity.tenant')} {...tenant} />}{' '}
      </p>
      {switchHref && (
        <A href={switchHref} className="switch" title={t('main:frame.switchPlace')}>
          <span className="sr-only">{t('main:frame.switchPlace')}</span>
          <Icon name="switch" />
        </A>
      )}
    </div>
  )
}

function PlaceLink({ label, name, href }: { label: string; name: string; href: string }) {
  return (
    <A href={href} title={name}>
      <span className="sr-only">{label}: </span>
      <bdi>{name}</bdi>
    </A>
  )
}

function Search({ href, suggestionsHref, query, markerName }: SearchBox) {
  const t = useT()
  const { hasKeys } = usePageContext()
  return (
    <form action={href} method="get" className="search">
      <label htmlFor="search" className="sr-only">
        {t('main:frame.searchHint')}
      </label>
      <input
        id="search"
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t('main:frame.searchHint')}
        aria-keyshortcuts={hasKeys ? '/ Control+K' : undefined}
        data-suggest={suggestionsHref ?? undefined}
        autoComplete="off"
        maxLength={200}
        className="control"
      />
      <Suggestions id="suggestions" />
      <input type="hidden" name={markerName} value="1" />
      <button type="submit">
        <span className="sr-only">{t('main:frame.search')}</span>
        <Icon name="search" />
      </button>
    </form>
  )
}

function PersonMenu({ person }: { person: FramePerson }) {
  const t = useT()
  const current = useLanguage()
  const inLanguage = useLanguageHref()
  return (
    <Menu
      buttonClassName="person"
      button={
        <>
          <span className="sr-only">{t('main:frame.person', { name: person.name })}</span>{' '}
          <span aria-hidden="true" className="initials">
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
        ...languages.map((language) => ({
          label: languageNames[language],
          href: inLanguage(language),
          language,
          isCurrent: language === current,
        })),
        { label: t('main:frame.signOut'), ...person.signOut },
      ]}
    />
  )
}

function Evaluation() {
  const t = useT()
  return (
    <p className="evaluation" title={t('main:frame.evaluation')}>
      {t('main:frame.evaluationName')}
    </p>
  )
}

function TreePanel({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <nav id="tree" tabIndex={-1} aria-labelledby="tree-title" className="no-print">
      <h2 id="tree-title">{t('main:frame.tree')}</h2>
      {children}
    </nav>
  )
}

function Footer() {
  const t = useT()
  const { requestId, version } = usePageContext()
  return (
    <footer className="no-print">
      <span>{t('product')}</span> {version && <span>{t('main:frame.version', { version })}</span>}{' '}
      {requestId && <span>{t('main:frame.requestId', { id: requestId })}</span>}
    </footer>
  )
}
