import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class'

/**
 * A button submits the form it is in; give `name` and `value` where the form has several. The space after it keeps it
 * apart from the next in browsers for text.
 */
export function Button({
  look = 'secondary',
  small = false,
  type = 'submit',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook) {
  return (
    <>
      <button type={type} className={buttonClass({ look, small }, className)} {...rest} />{' '}
    </>
  )
}

/** Buttons and links that end a form or head a page, in one row that wraps. */
export function Actions({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap items-center gap-2 ${className}`}>{children}</div>
}
