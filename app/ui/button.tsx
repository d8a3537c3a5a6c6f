import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class'

/**
 * A button that submits its form; `name` and `value` distinguish several buttons. The trailing space separates buttons
 * in text browsers.
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

/** A wrapping row of buttons and links, at the end of a form or in a page head. */
export function Actions({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap items-center gap-2 ${className}`}>{children}</div>
}
