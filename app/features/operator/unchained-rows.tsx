/** Rows of the store that belong to no chain. */
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import type { OperatorData } from './operator-data.server'

type Row = OperatorData['unchainedRows'][number]

export function UnchainedRows({ rows }: { rows: Row[] }) {
  const t = useT()
  const numbered = rows.map((row, place) => ({ ...row, place }))
  return (
    <Section title={t('main:operator.outside.title')}>
      <p className="text-soft">{t('main:operator.outside.intro')}</p>
      <Table
        caption={t('main:operator.outside.title')}
        rows={numbered}
        rowKey={(row) => String(row.place)}
        columns={[
          { key: 'tenant', title: t('entity.tenant'), isRowHeader: true, cell: (row: Row) => <bdi>{row.name}</bdi> },
          {
            key: 'number',
            title: t('main:operator.outside.number'),
            align: 'end',
            cell: (row: Row) => String(row.sequence),
          },
          {
            key: 'says',
            title: t('main:operator.outside.says'),
            cell: (row: Row) => <bdi>{t('main:operator.outside.claim', row.claims)}</bdi>,
          },
          {
            key: 'where',
            title: t('main:operator.outside.where'),
            cell: (row: Row) =>
              row.isSetAside ? t('main:operator.outside.setAside') : t('main:operator.outside.inTrail'),
          },
        ]}
        empty={null}
      />
    </Section>
  )
}
