/** The facts of a fault. */
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { FaultPageData } from './fault-page.server'

type Props = Pick<FaultPageData, 'row' | 'fault' | 'timeZone' | 'links'>

export function FaultFacts({ row, fault, timeZone, links }: Props) {
  const t = useT()
  const format = useFormat()
  const time = (at: string | null) => at && <Time at={at} timeZone={timeZone} />
  return (
    <Section title={t('main:fault.facts')}>
      <Facts
        facts={[
          { term: t('main:fault.rule'), value: links.rule ? <A href={links.rule}>{row.rule}</A> : row.rule },
          {
            term: t('main:fault.equipment'),
            value: links.equipment ? <A href={links.equipment}>{row.equipment}</A> : row.equipment,
          },
          { term: t('main:fault.since'), value: time(row.since) },
          { term: t('main:fault.detected'), value: time(fault.detectedAt) },
          {
            term: row.endedAt ? t('main:fault.ended') : t('main:fault.lastSeen'),
            value: time(row.endedAt ?? fault.lastSeenAt),
          },
          { term: t('main:fault.duration'), value: row.minutes === null ? null : format.duration(row.minutes * 60) },
          { term: t('main:fault.occurrences'), value: row.occurrences },
          { term: t('main:fault.categoryLabel'), value: row.category && t(`main:fault.category.${row.category}`) },
          {
            term: t('main:fault.controller'),
            value: row.hostId && (links.device ? <A href={links.device}>{row.hostId}</A> : row.hostId),
          },
        ]}
      />
    </Section>
  )
}
