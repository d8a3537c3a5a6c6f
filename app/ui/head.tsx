/**
 * The head of a thing: its name, one line of what it is, what one does with it first, at most two things more, and all
 * the rest behind a press, what is hard to undo last under a line.
 */
import { Fragment, type ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A, ButtonLink } from './link'
import { PageHeader, type Tab } from './page'

/** Something one can do with a thing, or nothing where one may not. */
export type Offer = { label: string; href: string } | null | undefined | false

/** Where it leads, or nowhere for who may not. */
export const offer = (label: string, href: string | null | undefined): Offer => (href ? { label, href } : null)

interface HeadProps extends OffersProps {
  name: string
  /** In their order, with a dot between them; what is not known is left out. */
  facts?: readonly ReactNode[]
  tabs?: readonly Tab[]
}

interface OffersProps {
  /** What most people come for. */
  primary?: Offer
  /** The first two of them stand beside it. */
  others?: readonly Offer[]
  /** What is seldom needed. */
  more?: readonly Offer[]
  /** What is hard to undo. */
  danger?: readonly Offer[]
  /** What one page adds, before everything else. */
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

/** What can be done, for a head of another shape. */
export function Offers({ primary, others = [], more = [], danger = [], actions }: OffersProps) {
  const offered = others.filter(isOffered)
  const beside = offered.slice(0, 2)
  // A phone has one line for what is done: beside something else they stand behind the press there.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact has nothing but its place
        <Fragment key={at}>
          {at > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}

/** A native disclosure; pages with scripts close it as they do other menus. `squeezed`: what stands in it on phones alone. */
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
