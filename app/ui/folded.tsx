import type { ReactNode } from 'react'
import { Icon } from './icons'

/** A collapsed row for several things with the same content, listed inside. */
export interface Fold {
  key: string
  what: ReactNode
  /** How many there are, or the name of the only one. */
  of: ReactNode
  isOpen?: boolean
  inside: ReactNode
}

export function Folded({ caption, folds }: { caption: string; folds: readonly Fold[] }) {
  return (
    <ul aria-label={caption} className="folded">
      {folds.map(({ key, what, of, isOpen, inside }) => (
        <li key={key}>
          <details open={isOpen}>
            <summary>
              <Icon name="chevron" className="size-3.5" />
              <span className="what">{what}</span> <span className="of">{of}</span>
            </summary>
            <div>{inside}</div>
          </details>
        </li>
      ))}
    </ul>
  )
}
