/** The origin of a record, and its hashes. */

import { useT } from '~/i18n/use-t'
import type { TrailRecord } from '~/trail/record'
import { Facts } from '~/ui/facts'
import { Section } from '~/ui/page'

export function RecordOrigin({ record, ending }: { record: TrailRecord; ending: Pick<TrailRecord, 'hash'> | null }) {
  const t = useT()
  const hash = (text: string) => <code className="break-all text-xs">{text}</code>
  return (
    <Section title={t('main:trail.technical')}>
      <Facts
        facts={[
          { term: t('main:trail.fact.request'), value: hash(record.requestId) },
          { term: t('main:trail.fact.issuer'), value: hash(record.actor.issuer) },
          { term: t('main:trail.fact.identity'), value: record.actor.subject && hash(record.actor.subject) },
          {
            term: t('main:trail.fact.record'),
            value: record.actor.id ? hash(record.actor.id) : t('main:trail.noRecord'),
          },
          { term: t('main:trail.fact.address'), value: record.address },
          {
            term: t('main:trail.fact.userAgent'),
            value: <span className="wrap-anywhere text-sm">{record.userAgent}</span>,
          },
          { term: t('main:trail.fact.previousHash'), value: hash(record.previousHash) },
          { term: t('main:trail.fact.hash'), value: hash(record.hash) },
          ...(ending ? [{ term: t('main:trail.fact.endingHash'), value: hash(ending.hash) }] : []),
        ]}
      />
    </Section>
  )
}
