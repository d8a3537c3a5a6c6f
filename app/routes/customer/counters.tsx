/** The counters of a customer, each a link to what it counts. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'

export interface Counter {
  key: 'devices' | 'offline' | 'notOnboarded' | 'outdated' | 'deploying' | 'failedDeployments'
  count: number
  href: string
}

/** What needs somebody stands out while there is any of it. */
const tones: Partial<Record<Counter['key'], string>> = {
  offline: 'text-danger',
  failedDeployments: 'text-danger',
  outdated: 'text-warn',
  notOnboarded: 'text-warn',
  deploying: 'text-progress',
}

export function Counters({ counters }: { counters: readonly Counter[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul aria-label={t('main:customer.counters')} className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {counters.map(({ key, count, href }) => (
        <li key={key} className="panel rounded-lg border border-line bg-surface">
          <A href={href} className="flex h-full flex-col px-3 py-2 text-ink no-underline hover:bg-hover">
            <span className={`text-2xl font-semibold tabular-nums ${count > 0 ? (tones[key] ?? '') : 'text-faint'}`}>
              {format.number(count)}
            </span>
            <span className="text-sm text-soft">{t(`main:customer.counter.${key}`)}</span>
          </A>
        </li>
      ))}
    </ul>
  )
}
