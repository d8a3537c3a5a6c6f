import type { ReactNode } from 'react'
import { Icon } from './icons'

/** A collapsible part of a page: a native element that works without scripts and prints expanded. */
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
