/** The counters of a customer, each a link to what it counts where there is a list of it. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'

/** In the order in which they are shown. */
export const counterKeys = [
  'devices',
  'offline',
  'notOnboarded',
  'outdated',
  'deploying',
  'stalled',
  'failedDeployments',
  'failedSends',
  'waitingSends',
  'openTunnels',
  'alarms',
  'faults',
] as const
export type CounterKey = (typeof counterKeys)[number]

export interface Counter {
  key: CounterKey
  count: number
  /** Null where no list shows just these. */
  href: string | null
}

/** What needs somebody stands out while there is any of it. */
const tones: Partial<Record<CounterKey, string>> = {
  offline: 'text-danger',
  failedDeployments: 'text-danger',
  stalled: 'text-warn',
  failedSends: 'text-danger',
  alarms: 'text-danger',
  faults: 'text-warn',
  outdated: 'text-warn',
  notOnboarded: 'text-warn',
  waitingSends: 'text-warn',
  openTunnels: 'text-progress',
  deploying: 'text-progress',
}

/** `ofSites`: of how many sites they are the sum, where there are more. */
export function Counters({ counters, ofSites }: { counters: readonly Counter[]; ofSites: number | null }) {
  const t = useT()
  return (
    <>
      <ul aria-label={t('main:customer.counters')} className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
        {counters.map((counter) => (
          <li key={counter.key} className="panel rounded-lg border border-line bg-surface">
            {counter.href ? (
              <A href={counter.href} className="flex h-full flex-col px-3 py-2 text-ink no-underline hover:bg-hover">
                <Figure counter={counter} />
              </A>
            ) : (
              <div className="flex h-full flex-col px-3 py-2">
                <Figure counter={counter} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {ofSites !== null && (
        <Notice tone="info" quiet>
          {t('main:customer.countersOf', { sites: ofSites })}
        </Notice>
      )}
    </>
  )
}

function Figure({ counter: { key, count } }: { counter: Counter }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <span className={`text-2xl font-semibold tabular-nums ${count > 0 ? (tones[key] ?? '') : 'text-faint'}`}>
        {format.number(count)}
      </span>{' '}
      <span className="text-sm text-soft">{t(`main:customer.counter.${key}`, { count })}</span>
    </>
  )
}
