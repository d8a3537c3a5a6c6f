import type { ReactNode } from 'react'
import { Actions } from './button'

/** The text of an empty part of a page: what it is for, and what to do. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 px-4 py-6">
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      {actions && <Actions>{actions}</Actions>}
    </div>
  )
}
