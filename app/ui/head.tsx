/**
 * The head of a thing: its name, a line of facts, its main action, up to two more, and a menu with the others. Actions
 * that are hard to undo are last.
 */
import { Fragment, type ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A, ButtonLink } from './link'
import { PageHeader, type Tab } from './page'

/** A link to an action, or nothing if the reader may not use it. */
export type Offer = { label: string; href: string } | null | undefined | false

/** Returns the link, or null without an address. */
export const offer = (label: string, href: string | null | undefined): Offer => (href ? { label, href } : null)

interface HeadProps extends OffersProps {
  name: string
  /** Joined with dots, in order; empty ones are left out. */
  facts?: readonly ReactNode[]
  tabs?: readonly Tab[]
}

interface OffersProps {
  /** The main action. */
  primary?: Offer
  /** Further actions; the first two are visible. */
  others?: readonly Offer[]
  /** Rarely used actions. */
  more?: readonly Offer[]
  /** Actions that are hard to undo. */
  danger?: readonly Offer[]
  /** Content of one page, before everything else. */
  actions?: ReactNode
}

export function Head({ name, facts = [], tabs, ...offers }: HeadProps) {
  const { primary, others = [], more = [], danger = [], actions } = offers
  const hasActions = actions || [primary, ...others, ...more, ...danger].some(isOffered)
  return (
    <PageHeader
      name={name}
      status={<FactLine facts={facts} />}
      actions={hasActions && <Offers {...offers} />}
      tabs={tabs}
    />
  )
}

/** The actions alone, for a head of another shape. */
export function Offers({ primary, others = [], more = [], danger = [], actions }: OffersProps) {
  const offered = others.filter(isOffered)
  const beside = offered.slice(0, 2)
  // A phone has one line for actions: beside another action these are in the menu.
  const squeezed = actions || primary ? beside : beside.slice(1)
  const folded = [...offered.slice(2), ...more.filter(isOffered)]
  const last = danger.filter(isOffered)
  return (
    <>
      {actions}
      {primary && (
        <ButtonLink look="primary" href={primary.href}>
          {primary.label}
        </ButtonLink>
      )}
      {beside.map((link) => (
        <ButtonLink key={link.href} href={link.href} className={squeezed.includes(link) ? 'not-on-phones' : ''}>
          {link.label}
        </ButtonLink>
      ))}
      {(squeezed.length > 0 || folded.length > 0 || last.length > 0) && (
        <More squeezed={squeezed} links={folded} danger={last} />
      )}
    </>
  )
}

type Link = Exclude<Offer, null | undefined | false>

const isOffered = (offer: Offer): offer is Link => Boolean(offer)

function FactLine({ facts }: { facts: readonly ReactNode[] }) {
  const known = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
  if (known.length === 0) return null
  return (
    <p className="facts">
      {known.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its index
        <Fragment key={at}>
          {at > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}

/** A native disclosure; pages with scripts close it like other menus. `phoneLinks` appear in it on phones only. */
function More({
  squeezed,
  links,
  danger,
}: {
  squeezed: readonly Link[]
  links: readonly Link[]
  danger: readonly Link[]
}) {
  const t = useT()
  const isOfPhones = links.length === 0 && danger.length === 0
  return (
    <details className={`more-actions${isOfPhones ? ' on-phones' : ''}`} data-menu="">
      <summary className="button">
        {t('action.more')}
        <Icon name="down" className="size-3.5" />
      </summary>
      <div>
        {squeezed.length > 0 && <Links links={squeezed} className="on-phones" />}
        {links.length > 0 && <Links links={links} />}
        {danger.length > 0 && <Links links={danger} className="danger" />}
      </div>
    </details>
  )
}

function Links({ links, className }: { links: readonly Link[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, href }) => (
        <li key={href}>
          <A href={href}>{label}</A>
        </li>
      ))}
    </ul>
  )
}
