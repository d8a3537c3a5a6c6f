/**
 * The head of a thing: its name, a line of facts, its main action, up to two more, and a menu with the others. Actions
 * that are hard to undo are last.
 */
import { Fragment, type ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A, ButtonLink } from './link'
import { PageHeader } from './page'
import type { Tab, TabMenu } from './tabs'

/** A link to an action, or nothing if the reader may not use it. */
export type ActionLink = { label: string; href: string } | null | undefined | false

/** Returns the link, or null without an address. */
export const actionLink = (label: string, href: string | null | undefined): ActionLink =>
  href ? { label, href } : null

interface HeadProps extends HeadActionsProps {
  name: string
  /** Joined with dots, in order; empty ones are left out. */
  facts?: readonly ReactNode[]
  tabs?: readonly (Tab | TabMenu)[]
}

interface HeadActionsProps {
  /** The main action. */
  primary?: ActionLink
  /** Further actions; the first two are visible. */
  others?: readonly ActionLink[]
  /** Rarely used actions. */
  more?: readonly ActionLink[]
  /** Actions that are hard to undo. */
  danger?: readonly ActionLink[]
  /** Content of one page, before everything else. */
  actions?: ReactNode
}

export function Head({ name, facts = [], tabs, ...offers }: HeadProps) {
  const { primary, others = [], more = [], danger = [], actions } = offers
  const hasActions = actions || [primary, ...others, ...more, ...danger].some(isLink)
  return (
    <PageHeader
      name={name}
      status={<FactLine facts={facts} />}
      actions={hasActions && <HeadActions {...offers} />}
      tabs={tabs}
    />
  )
}

/** The actions alone, for a head of another shape. */
export function HeadActions({ primary, others = [], more = [], danger = [], actions }: HeadActionsProps) {
  const available = others.filter(isLink)
  const beside = available.slice(0, 2)
  // A phone has one line for actions: beside another action these are in the menu.
  const phoneLinks = actions || primary ? beside : beside.slice(1)
  const menuLinks = [...available.slice(2), ...more.filter(isLink)]
  const dangerLinks = danger.filter(isLink)
  return (
    <>
      {actions}
      {primary && (
        <ButtonLink look="primary" href={primary.href}>
          {primary.label}
        </ButtonLink>
      )}
      {beside.map((link) => (
        <ButtonLink key={link.href} href={link.href} className={phoneLinks.includes(link) ? 'not-on-phones' : ''}>
          {link.label}
        </ButtonLink>
      ))}
      {(phoneLinks.length > 0 || menuLinks.length > 0 || dangerLinks.length > 0) && (
        <More phoneLinks={phoneLinks} links={menuLinks} danger={dangerLinks} />
      )}
    </>
  )
}

type Link = Exclude<ActionLink, null | undefined | false>

const isLink = (actionLink: ActionLink): actionLink is Link => Boolean(actionLink)

function FactLine({ facts }: { facts: readonly ReactNode[] }) {
  const present = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
  if (present.length === 0) return null
  return (
    <p className="facts">
      {present.map((fact, at) => (
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
  phoneLinks,
  links,
  danger,
}: {
  phoneLinks: readonly Link[]
  links: readonly Link[]
  danger: readonly Link[]
}) {
  const t = useT()
  const [label, phoneLabel] = [t('action.more'), t('action.moreOnPhone')]
  const isPhoneOnly = links.length === 0 && danger.length === 0
  return (
    <details className={`more-actions${isPhoneOnly ? ' on-phones' : ''}`} data-menu="">
      <summary className="button">
        {label === phoneLabel ? (
          label
        ) : (
          <>
            <span className="not-on-phones">{label}</span>
            <span className="on-phones">{phoneLabel}</span>
          </>
        )}
        <Icon name="down" className="size-3.5" />
      </summary>
      <div>
        {phoneLinks.length > 0 && <Links links={phoneLinks} className="on-phones" />}
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
