import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Actions } from './button'
import { ButtonLink } from './link'
import { usePageContext } from './page-context'

/** A next step out of an empty part of a page. */
export interface Offer {
  label: string
  /** Null where the reader may not: the page then says who may. Without an address the step does not exist here. */
  href: string | null | undefined
  /** The administrators who may; those of the customer by default. */
  who?: 'customer' | 'tenant' | 'platform'
  isMain?: boolean
}

interface EmptyStateProps {
  title: string
  /** Why it is empty. */
  children?: ReactNode
  /** The next steps; the ones the reader may take are buttons. */
  offers?: readonly Offer[] | undefined
  /** A form in place of a link. */
  action?: ReactNode
}

/** The text of an empty part of a page: why it is empty, and what the reader can do, or who else can. */
export function EmptyState({ title, children, offers = [], action }: EmptyStateProps) {
  const links = offers.flatMap(({ label, href, isMain }) => (href ? [{ label, href, isMain }] : []))
  return (
    <div data-empty="" className="flex flex-col items-start gap-2 px-4 py-6">
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {(action || links.length > 0) && (
        <Actions>
          {action}
          {links.map(({ label, href, isMain }) => (
            <ButtonLink key={`${href} ${label}`} look={isMain ? 'primary' : undefined} href={href}>
              {label}
            </ButtonLink>
          ))}
        </Actions>
      )}
      <OthersMay offers={offers} />
    </div>
  )
}

const administrators = ['customer', 'tenant', 'platform'] as const

/** Says who may take the steps that the reader may not; nobody may in an archived customer, which a notice says. */
function OthersMay({ offers }: { offers: readonly Offer[] }) {
  const t = useT()
  const { isReadOnly } = usePageContext()
  const steps = offers.filter(({ href }) => href === null)
  if (isReadOnly || steps.length === 0) return null
  return administrators.map((who) => {
    const labels = steps.filter((step) => (step.who ?? 'customer') === who).map(({ label }) => label)
    if (labels.length === 0) return null
    return (
      <p key={who} data-who={who} className="max-w-prose text-soft">
        {t(`empty.who.${who}`, { steps: labels.map((label) => label.replace(/\u2026$/, '')).join(' · ') })}
      </p>
    )
  })
}
