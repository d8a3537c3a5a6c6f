import { Fragment, type ReactNode } from 'react'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export type Holds = 'few' | 'code' | 'kind' | 'how' | 'day' | 'when' | 'email' | 'text'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The cell that names the row; one column of a table has it. */
  isRowHeader?: boolean
  align?: 'end'
  /** What stands in a column of rows of one line, which is as wide as that usually is; `text` takes what is left. */
  holds?: Holds
  /** Left out where rows of one line have less room than their columns need. */
  isSpare?: boolean
  /** The whole of what a row of one line may cut. */
  whole?: (row: Row) => string | undefined
  /** Where a click on the heading leads, and how the rows are sorted now. */
  sort?: { href?: string | undefined; direction?: 'asc' | 'desc' }
}

/** A checkbox a row, posted under `name` with the form the table stands in (or the one `form` names). */
export interface Choice<Row> {
  name: string
  valueOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** How many things the box of a row stands for; one unless said. */
  countOf?: ((row: Row) => number) | undefined
  chosen?: ReadonlySet<string>
  isDisabled?: (row: Row) => boolean
  form?: string
}

interface TableProps<Row> {
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  choice?: Choice<Row>
  /** On narrow screens rows become cards (`stack`), or the table scrolls sideways in a labelled region (`scroll`). */
  narrow?: 'stack' | 'scroll'
  /** Every row on one line, what is too long cut: for lists, where a page is read down its columns. */
  isLined?: boolean
  /** Such rows with more room in each. */
  isRoomy?: boolean
  /** What stands below a row, across all columns; null for most. */
  below?: ((row: Row) => ReactNode) | undefined
  /** What to show instead when there are no rows. */
  empty?: ReactNode
}

/** Rows to read across. Fifty or so; longer lists have pages. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, empty, narrow = 'stack', isLined = false } = props
  const t = useT()
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  if (narrow === 'scroll')
    return (
      // A region that scrolls must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section aria-label={t('table.scroll', { caption })} tabIndex={0} className="overflow-x-auto">
        <Grid {...props} />
      </section>
    )
  // What is counted in its rows is told outside of it, which a room of its own would not let out.
  if (isLined) return <Grid {...props} />
  return (
    <div className="stacked-room">
      <Grid {...props} />
    </div>
  )
}

function Grid<Row>({
  caption,
  isCaptionShown = false,
  columns,
  rows,
  rowKey,
  choice,
  narrow = 'stack',
  isLined = false,
  isRoomy = false,
  below,
}: TableProps<Row>) {
  const t = useT()
  const lined = isLined ? columns.map(linedColumn) : []
  // What is left of the width is shared by the name and by other text.
  const isShared = columns.some(({ isRowHeader, holds }) => !isRowHeader && holds === 'text')
  return (
    <table
      className={`rows w-full border-collapse${narrow === 'stack' ? ' stacked' : ''}${isLined ? ' lined' : ''}${isRoomy ? ' roomy' : ''}`}
    >
      <caption className={isCaptionShown ? 'px-4 py-2 text-start font-semibold' : 'sr-only'}>{caption}</caption>
      <thead>
        <tr>
          {choice && <ChoosePage form={choice.form} />}
          {columns.map((column) => (
            <Heading key={column.key} column={column} isLined={isLined} isShared={isShared} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const beneath = below?.(row)
          return (
            <Fragment key={rowKey(row)}>
              <tr>
                {choice && chooseRow(row, choice, t)}
                {isLined
                  ? lined.map((one) => linedCell(one, row))
                  : columns.map((column) => <Cell key={column.key} column={column} row={row} />)}
              </tr>
              {beneath && (
                <tr className="below">
                  {choice && <td />}
                  <td colSpan={columns.length}>{beneath}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function alignClass<Row>({ align }: Column<Row>): string | undefined {
  return align === 'end' ? 'number' : undefined
}

/** How wide the column is: a table of one line each goes by its head. */
function widthClass<Row>(column: Column<Row>, isShared: boolean): string | undefined {
  const { isRowHeader, align, holds } = column
  if (align === 'end') return 'number'
  if (!isRowHeader) return classes(holds, spareClass(column))
  return isShared && holds === 'text' ? 'lead' : (holds ?? 'name')
}

function spareClass<Row>({ isSpare }: Column<Row>): string | undefined {
  return isSpare ? 'spare' : undefined
}

function classes(...names: readonly (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

/** A number or a time does not say of what it is: in a card it needs its heading. */
function labelled<Row>(column: Column<Row>): string | undefined {
  const isTime = column.holds === 'day' || column.holds === 'when'
  return alignClass(column) ?? (isTime ? 'when' : undefined)
}

function Heading<Row>({ column, isLined, isShared }: { column: Column<Row>; isLined: boolean; isShared: boolean }) {
  const t = useT()
  const { sort } = column
  return (
    <th
      scope="col"
      aria-sort={sort?.direction && (sort.direction === 'asc' ? 'ascending' : 'descending')}
      className={isLined ? widthClass(column, isShared) : alignClass(column)}
    >
      {sort?.href ? (
        <A href={sort.href} title={t('table.sortBy', { column: column.title })} className="sort">
          {column.title}
          <Icon
            name={sort.direction === 'desc' ? 'down' : 'up'}
            className={sort.direction ? 'size-3' : 'size-3 offered'}
          />
        </A>
      ) : sort?.direction ? (
        <span className="sort">
          {column.title}
          <Icon name={sort.direction === 'desc' ? 'down' : 'up'} className="size-3" />
        </span>
      ) : (
        column.title
      )}
    </th>
  )
}

/** Nothing in a cell is a block of itself: browsers for text would break the row there. */
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const align = alignClass(column)
  if (column.isRowHeader) {
    return (
      <th scope="row" data-label={column.title} className={align}>
        <span className="block">{column.cell(row)}</span>
      </th>
    )
  }
  return (
    <td data-label={column.title} className={align}>
      <span className="block min-w-0">{column.cell(row)}</span>
    </td>
  )
}

/** What is the same of every cell of a column. */
interface LinedColumn<Row> {
  column: Column<Row>
  label: string | undefined
  className: string | undefined
}

function linedColumn<Row>(column: Column<Row>): LinedColumn<Row> {
  const text = column.holds === 'text' ? 'text' : undefined
  if (column.isRowHeader) return { column, label: undefined, className: text }
  const kind = labelled(column)
  return { column, label: kind && column.title, className: classes(kind, text, spareClass(column)) }
}

/** Called as it is: a page of a list has hundreds. */
function linedCell<Row>({ column, label, className }: LinedColumn<Row>, row: Row): ReactNode {
  const title = column.whole?.(row)
  if (column.isRowHeader)
    return (
      <th key={column.key} scope="row" title={title} className={className}>
        {column.cell(row)}
      </th>
    )
  return (
    <td key={column.key} data-label={label} className={className} title={title}>
      {column.cell(row)}
    </td>
  )
}

/** Called as it is, too. */
function chooseRow<Row>(row: Row, choice: Choice<Row>, t: Translate) {
  const value = choice.valueOf(row)
  const name = choice.nameOf(row)
  const further = (choice.countOf?.(row) ?? 1) - 1
  return (
    <td data-choice="">
      <input
        type="checkbox"
        name={choice.name}
        value={value}
        form={choice.form}
        defaultChecked={choice.chosen?.has(value)}
        disabled={choice.isDisabled?.(row)}
        aria-label={further > 0 ? t('table.selectSeveral', { name, count: further }) : t('table.select', { name })}
      />
      {/* Counted beside the box, without scripts too. */}
      {Array.from({ length: further }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each is like the others
        <i key={at} />
      ))}
    </td>
  )
}

/** Ticks the rows of this page; shown by the page's script, which is what makes it work. */
function ChoosePage({ form }: { form?: string }) {
  const t = useT()
  return (
    <td>
      <input
        type="checkbox"
        data-choose-page=""
        hidden
        form={form}
        aria-label={t('table.selectPage')}
        title={t('table.selectPage')}
      />
    </td>
  )
}
