/** The sites of a place by state: a table whose cells are the darker the more is open there. */
import './shared/overview.css'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { type SiteStateRow, type SiteStates, shadeOf, siteStateKeys } from './shared/site-states'

export function SiteHeat({ sites: { rows, siteCount, isPartial } }: { sites: SiteStates }) {
  const t = useT()
  const known = siteStateKeys.filter((key) => rows.some((row) => countIn(row, key) !== null))
  if (known.length === 0) return null
  return (
    <Section title={t('main:overview.heat.title')} flush>
      <div className="site-heat px-2 py-1">
        <Table
          caption={t('main:overview.heat.caption')}
          rows={rows}
          rowKey={({ id }) => id}
          narrow="scroll"
          columns={[
            {
              key: 'name',
              title: t('entity.site'),
              isRowHeader: true,
              cell: ({ name, href }) => (
                <A href={href}>
                  <bdi>{name}</bdi>
                </A>
              ),
            },
            ...known.map((key) => ({
              key,
              title: t(`main:site.places.${key}`),
              cell: (row: SiteStateRow) => <State row={row} rows={rows} name={key} />,
            })),
          ]}
        />
      </div>
      {isPartial && (
        <p className="px-4 py-2 text-sm text-soft">{t('main:overview.heat.ofSome', { sites: siteCount })}</p>
      )}
    </Section>
  )
}

type StateName = (typeof siteStateKeys)[number]

const countIn = ({ states }: SiteStateRow, name: StateName) => states.find(({ key }) => key === name)?.count ?? null

function State({ row, rows, name }: { row: SiteStateRow; rows: readonly SiteStateRow[]; name: StateName }) {
  const t = useT()
  const format = useFormat()
  const count = countIn(row, name)
  const href = row.states.find(({ key }) => key === name)?.href
  if (count === null) return <span className="text-faint">{t('main:overview.heat.unknown')}</span>
  const all = rows.map((one) => countIn(one, name))
  const number = format.number(count)
  return (
    <span className={`shade${shadeOf(count, all)}`}>{href && count > 0 ? <A href={href}>{number}</A> : number}</span>
  )
}
