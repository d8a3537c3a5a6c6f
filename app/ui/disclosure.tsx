import type { ReactNode } from 'react'
import { Icon } from './icons'

/** A part of a page that opens with a press: native, whole without scripts, all of it in print. */
export function Disclosure({
  title,
  isOpen = false,
  className = '',
  children,
}: {
  title: ReactNode
  isOpen?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <details open={isOpen} className={`group/disclosure ${className}`}>
      <summary className="font-medium">
        <Icon name="chevron" className="me-1 inline size-3.5 text-faint group-open/disclosure:rotate-90" />
        {title}
      </summary>
      {children}
    </details>
  )
}
