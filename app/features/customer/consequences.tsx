/** The consequences of a change to a whole customer, and what the customer contains. */
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { Columns, Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import type { CustomerHoldings } from './holdings.server'

const counted = ['groups', 'sites', 'projects', 'devices', 'people'] as const

export function CustomerConsequences({ effects, holds }: { effects: readonly string[]; holds: CustomerHoldings }) {
  const t = useT()
  const format = useFormat()
  const count = (value: number | null) => (value === null ? t('main:customer.holds.unknown') : format.number(value))
  return (
    <Columns>
      <Section title={t('main:customer.means')}>
        <ul className="list-disc ps-5">
          {effects.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('main:customer.holds.title')}>
        <Facts
          facts={counted.map((key) => ({
            term: t(`main:customer.holds.${key}`, { count: holds[key] ?? 2 }),
            value: count(holds[key]),
          }))}
        />
      </Section>
    </Columns>
  )
}
