/** Responses that violate their contract: field and expected type, never the value. */
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { OperatorData } from './operator-data.server'

type ViolationKind = OperatorData['contractViolations'][number]

export function ContractViolations({ violations }: { violations: ViolationKind[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('main:operator.misfits.title')}>
      <p className="text-soft">{t('main:operator.misfits.intro')}</p>
      <Table
        caption={t('main:operator.misfits.title')}
        rows={violations}
        rowKey={(kind) => `${kind.service} ${kind.call} ${kind.field}`}
        columns={[
          {
            key: 'call',
            title: t('main:operator.misfits.call'),
            isRowHeader: true,
            cell: (kind: ViolationKind) => (
              <code>
                {kind.service} {kind.call}
              </code>
            ),
          },
          {
            key: 'field',
            title: t('main:operator.misfits.field'),
            cell: (kind: ViolationKind) => <code>{kind.field || t('main:operator.misfits.whole')}</code>,
          },
          { key: 'expected', title: t('main:operator.misfits.expected'), cell: (kind: ViolationKind) => kind.expected },
          {
            key: 'rows',
            title: t('main:operator.misfits.rows'),
            align: 'end',
            cell: (kind: ViolationKind) => format.number(kind.rows),
          },
          {
            key: 'count',
            title: t('main:operator.misfits.count'),
            align: 'end',
            cell: (kind: ViolationKind) => format.number(kind.count),
          },
          {
            key: 'last',
            title: t('main:operator.misfits.last'),
            cell: (kind: ViolationKind) => <Time at={kind.lastAt} />,
          },
        ]}
        empty={null}
      />
    </Section>
  )
}
