import { type AnchorHTMLAttributes, forwardRef, type ReactElement, type ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/**
 * A link. Addresses may be stored data, so only those a page can navigate to are rendered; any other scheme
 * (`javascript:`, `data:`) becomes plain text.
 */
export const A = forwardRef<HTMLAnchorElement, Props>(function A({ href, children, ...rest }, ref) {
  const safe = safeAddress(href)
  if (safe === undefined) return <span className={rest.className}>{children}</span>
  return (
    <a ref={ref} href={safe} {...rest}>
      {children}
    </a>
  )
})

/** A link as a plain function instead of a component, for the rows of lists. */
export function plainLink(href: string, children: ReactNode): ReactElement {
  const safe = safeAddress(href)
  return safe === undefined ? <span>{children}</span> : <a href={safe}>{children}</a>
}

/** A link that looks like a button: it navigates and changes nothing. A space follows, as after a button. */
export function ButtonLink({ look = 'secondary', small = false, className = '', ...rest }: Props & ButtonLook) {
  return (
    <>
      <A className={buttonClass({ look, small }, className)} {...rest} />{' '}
    </>
  )
}

/** A relative address has no scheme: none begins like this. */
const isRelative = (href: string) => /^(?:[/?#]|\.\.\/|[\w%-]+(?:[/?]|$))/.test(href)

/** Returns the address if it is safe as `href`, otherwise undefined. Browsers ignore control characters in a scheme. */
export function safeAddress(href: string): string | undefined {
  if (isRelative(href)) return href
  const scheme = [...href]
    .filter((letter) => letter > ' ' && letter !== '\u007f')
    .join('')
    .match(/^([a-z][a-z0-9+.-]*):/i)?.[1]
  return scheme === undefined || /^(https?|mailto|tel)$/i.test(scheme) ? href : undefined
}
