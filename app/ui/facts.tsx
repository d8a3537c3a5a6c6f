import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'

export interface Fact {
  term: ReactNode
  /** An empty value reads "Not set". */
  value: ReactNode
}

/** The facts of a thing as a list of terms and values. */
export function Facts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  const t = useT()
  return (
    <dl className={`grid gap-x-8 ${columns === 2 ? 'lg:grid-cols-2' : ''}`}>
      {facts.map((fact, index) => (
        <div
          key={typeof fact.term === 'string' ? fact.term : index}
          className="grid grid-cols-[minmax(7rem,min(34%,14rem))_minmax(0,1fr)] gap-3 border-b border-line py-1.5 last:border-b-0"
        >
          <dt className="text-soft">{fact.term}</dt>
          <dd className="min-w-0">
            {isEmpty(fact.value) ? <span className="text-faint">{t('word.notSet')}</span> : fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === ''
}
