/** The calls of a change for one subject. */

import { useT } from '~/i18n/use-t'
import type { TrailRecord } from '~/trail/record'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'

export function RecordCalls({ calls: recorded }: { calls: TrailRecord['calls'] }) {
  const t = useT()
  const calls = recorded.map((call, number) => ({ ...call, number }))
  return (
    <Section title={t('main:trail.calls')} flush={calls.length > 0}>
      <Table
        caption={t('main:trail.calls')}
        rows={calls}
        rowKey={(call) => String(call.number)}
        columns={[
          {
            key: 'path',
            title: t('main:trail.call.path'),
            isRowHeader: true,
            cell: (call) => (
              <code className="break-all whitespace-normal text-sm">
                {call.method} {call.path}
              </code>
            ),
          },
          {
            key: 'status',
            title: t('main:trail.call.status'),
            cell: (call) => call.status ?? t('main:trail.noAnswer'),
          },
          {
            key: 'ms',
            title: t('main:trail.call.ms'),
            align: 'end',
            cell: (call) => t('main:trail.ms', { ms: call.ms }),
          },
        ]}
        empty={<p className="text-soft">{t('main:trail.noCalls')}</p>}
      />
    </Section>
  )
}
