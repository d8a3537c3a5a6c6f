import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { type ButtonLook, buttonClass } from './button-class'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/**
 * A link. Addresses may come from stored data, so only addresses a page can navigate to are written:
 * anything with another scheme (`javascript:`, `data:`) becomes plain text.
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

/** A link that looks like a button: it navigates, it changes nothing. As after a button, a space follows. */
export function ButtonLink({ look = 'secondary', small = false, className = '', ...rest }: Props & ButtonLook) {
  return (
    <>
      <A className={buttonClass({ look, small }, className)} {...rest} />{' '}
    </>
  )
}

/** What begins so has no scheme. */
const isOfThisHouse = (href: string) => href[0] === '/' || href[0] === '?' || href[0] === '#'

/** The address when it is safe to put into `href`, else undefined. Browsers skip control characters in a scheme. */
export function safeAddress(href: string): string | undefined {
  if (isOfThisHouse(href)) return href
  const scheme = [...href]
    .filter((letter) => letter > ' ' && letter !== '\u007f')
    .join('')
    .match(/^([a-z][a-z0-9+.-]*):/i)?.[1]
  return scheme === undefined || /^(https?|mailto|tel)$/i.test(scheme) ? href : undefined
}
