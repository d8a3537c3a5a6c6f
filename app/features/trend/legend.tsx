/** The lines of a chart as a table: colour, point, its values over the window, and a button to remove it. */
import { useT } from '~/i18n/use-t'
import type { ChartData } from '~/ui/chart/model'
import { LastValue, type ReadableLine, Swatch, textAt } from '~/ui/chart/trend'
import { Icon } from '~/ui/icons'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { selectionForm } from './selection-form'
import type { TrendPoint, TrendsPageData } from './trends-page.server'

export function TrendLegend({
  chart,
  lines,
  text,
  data: { points, mark, marked },
}: {
  chart: ChartData
  lines: readonly ReadableLine[]
  text: (value: number) => string
  data: TrendsPageData
}) {
  const t = useT()
  const format = useFormat()
  const markTime = mark === null ? null : format.minute(new Date(mark).toISOString(), chart.timeZone)
  const markedText = (own: ReadableLine, moment: number) => {
    const exact = marked?.[own.line.key]
    return exact === undefined ? textAt(own, { chart, mark: moment, text, t }) : text(exact)
  }
  const columns = ['last', 'min', 'mean', 'max'] as const
  return (
    <table className="trend-legend">
      <thead>
        <tr>
          <th scope="col">{t('entity.point')}</th>
          {markTime && <th scope="col">{markTime}</th>}
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`main:trend.column.${column}`)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {lines.map((own) => {
          const { line } = own
          const point = line.isEarlier ? undefined : points.find(({ key }) => key === line.key)
          return (
            <tr key={line.key}>
              <th scope="row">
                <Swatch line={line} />
                <PointName href={point?.href ?? null} name={line.name} />
              </th>
              {mark !== null && (
                <td data-label={markTime}>
                  <b className="marked">{markedText(own, mark)}</b>
                </td>
              )}
              {columns.map((column) => (
                <td key={column} data-label={t(`main:trend.column.${column}`)}>
                  {column === 'last' ? (
                    <LastValue line={line} text={text} />
                  ) : line.summary ? (
                    text(line.summary[column])
                  ) : (
                    t('chart.noData')
                  )}
                </td>
              ))}
              <td>{point && <RemoveButton point={point} name={line.name} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Selected points without a line: those with two states, and those without any value. */
export function OtherPoints({ data: { points, charts, isEmpty } }: { data: TrendsPageData }) {
  const t = useT()
  const drawn = new Set((isEmpty ? null : charts)?.charts.flatMap(({ chart }) => chart.lines.map(({ key }) => key)))
  const others = points.filter(({ key }) => key === null || !drawn.has(key))
  if (others.length === 0) return null
  return (
    <Section title={t('main:trend.others')} flush>
      <table className="trend-legend">
        <tbody>
          {others.map((point) => {
            const name = point.name ?? t('main:trend.unnamed', { id: point.pointId })
            return (
              <tr key={point.pointId}>
                <th scope="row">
                  <PointName href={point.href} name={name} />
                </th>
                <td>
                  <bdi>{point.state ?? t('chart.noData')}</bdi>
                </td>
                <td>
                  <RemoveButton point={point} name={name} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

function PointName({ name, href }: { name: string; href: string | null }) {
  return href ? (
    <A href={href}>
      <bdi>{name}</bdi>
    </A>
  ) : (
    <bdi>{name}</bdi>
  )
}

function RemoveButton({ point: { pointId }, name }: { point: TrendPoint; name: string }) {
  const t = useT()
  const label = t('main:trend.without', { name })
  return (
    <button
      type="submit"
      form={selectionForm}
      name="without"
      value={pointId}
      aria-label={label}
      title={label}
      className="no-print"
    >
      <Icon name="cross" className="size-3.5" />
    </button>
  )
}
