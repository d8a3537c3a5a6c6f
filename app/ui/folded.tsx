import type { ReactNode } from 'react'
import { Icon } from './icons'

/** A collapsed row for several things with the same content, listed inside. */
export interface Fold {
  key: string
  title: ReactNode
  /** How many there are, or the name of the only one. */
  countLabel: ReactNode
  isOpen?: boolean
  details: ReactNode
}

export function FoldedList({ caption, folds }: { caption: string; folds: readonly Fold[] }) {
  return (
    <ul aria-label={caption} className="folded">
      {folds.map(({ key, title, countLabel, isOpen, details: inside }) => (
        <li key={key}>
          <details open={isOpen}>
            <summary>
              <Icon name="chevron" className="size-3.5" />
              <span className="what">{title}</span> <span className="of">{countLabel}</span>
            </summary>
            <div>{inside}</div>
          </details>
        </li>
      ))}
    </ul>
  )
}
