/** The frame of every chart: caption, time zone, CSV link, and the same numbers as a table. */
import './charts.css'
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { AsSent } from '../as-sent'
import { Disclosure } from '../disclosure'
import { A } from '../link'

export interface ChartTable {
  /** The heading of the first column, whose cells are row headers, then those of the others. */
  headings: readonly string[]
  rows: readonly (readonly string[])[]
}

interface FigureProps {
  caption: ReactNode
  /** Beside the caption: the time zone, the number of values. */
  aside?: ReactNode
  csvHref?: string | undefined
  /** Beside the table and the file. */
  actions?: ReactNode
  table: () => ChartTable
  /** What the numbers are from: another object when they have changed. */
  of: unknown
  /** The accessible name of the table. */
  name: string
  /** Whether the drawing has a width of its own and scrolls where it does not fit, or any width. */
  size?: 'half' | 'fluid'
  children: ReactNode
}

export function ChartFigure({
  caption,
  aside,
  csvHref,
  actions,
  table,
  of,
  name,
  size = 'half',
  children,
}: FigureProps) {
  const t = useT()
  return (
    <figure className={`chart ${size}`}>
      <figcaption>
        <span className="title">{caption}</span>
        {aside && <span className="beside">{aside}</span>}
      </figcaption>
      {size === 'fluid' ? (
        children
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section aria-label={t('table.scroll', { caption: name })} tabIndex={0} className="drawn">
          {children}
        </section>
      )}
      <div className="numbers">
        <Disclosure title={t('chart.table')}>
          <AsSent
            as="section"
            shows={of}
            aria-label={t('table.scroll', { caption: t('chart.numbersOf', { name }) })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
            tabIndex={0}
          >
            <Numbers name={name} table={table} />
          </AsSent>
        </Disclosure>
        {csvHref && <A href={csvHref}>{t('action.download')}</A>}
        {actions}
      </div>
    </figure>
  )
}

function Numbers({ name, table }: Pick<FigureProps, 'name' | 'table'>) {
  const { headings, rows } = table()
  return (
    <table>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head = '', ...cells]) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={headings[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A diagonal hatch for gaps and exceptions; `id` belongs to the drawing. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V6" className="hatching" />
    </pattern>
  )
}
