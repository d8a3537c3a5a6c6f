import { Fragment, type ReactNode } from 'react'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export type ColumnWidth =
  | 'few'
  | 'code'
  | 'kind'
  | 'how'
  | 'day'
  | 'when'
  | 'email'
  | 'who'
  | 'place'
  | 'text'
  | 'sentence'

export interface TableColumn<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The row header; one column of a table has it. */
  isRowHeader?: boolean
  align?: 'end'
  /**
   * The kind of content, which sets the column's width in tables with single-line rows; `text` shares the remaining
   * width, and so does a `sentence`, which takes two lines before it is cut.
   */
  width?: ColumnWidth
  /** In letters of one width; in tables with single-line rows. */
  isMono?: boolean | undefined
  /** Hidden in tables with single-line rows that are too narrow. */
  isSpare?: boolean
  /** Added by the reader: the table may become wider than its room, and a card says what the value is. */
  isOptional?: boolean | undefined
  /** Returns the tooltip of a cell that single-line rows may cut. */
  whole?: (row: Row) => string | undefined
  /** The link of the heading, and the current sort direction. */
  sort?: { href?: string | undefined; direction?: 'asc' | 'desc' }
}

/** A checkbox per row, posted as `name` with the surrounding form, or the form whose id is `form`. */
export interface Choice<Row> {
  name: string
  valueOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** The number of things a row represents; 1 by default. */
  countOf?: ((row: Row) => number) | undefined
  selected?: ReadonlySet<string>
  isDisabled?: (row: Row) => boolean
  form?: string
}

interface TableProps<Row> {
  caption: string
  isCaptionShown?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  choice?: Choice<Row>
  /** On narrow screens rows become cards (`stack`), or the table scrolls sideways in a labelled region (`scroll`). */
  narrow?: 'stack' | 'scroll'
  /** Every row on one line, longer content cut: for lists, which are scanned by column. */
  isLined?: boolean
  /** Single-line rows with more padding. */
  isRoomy?: boolean
  /** Returns content below a row, across all columns; null for most. */
  below?: ((row: Row) => ReactNode) | undefined
  /** Content in place of an empty table. */
  empty?: ReactNode
}

/** A table of up to about fifty rows; longer lists are paged. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, empty, narrow = 'stack', isLined = false } = props
  const t = useT()
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  if (narrow === 'scroll')
    return (
      // A scrolling region must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section aria-label={t('table.scroll', { caption })} tabIndex={0} className="overflow-x-auto">
        <Grid {...props} />
      </section>
    )
  // The selection is counted by CSS outside of the rows, which a container around them would prevent.
  if (isLined && columns.some(({ isOptional }) => isOptional))
    return (
      // A scrolling region must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section aria-label={t('table.scroll', { caption })} tabIndex={0} className="wide-room">
        <Grid {...props} isWide />
      </section>
    )
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
  isWide = false,
  below,
}: TableProps<Row> & { isWide?: boolean }) {
  const t = useT()
  const lined = isLined ? columns.map(linedColumn) : []
  // The name and other text columns share the remaining width.
  const isShared = columns.some(({ isRowHeader, width }) => !isRowHeader && width === 'text')
  return (
    <table
      className={`rows w-full border-collapse${narrow === 'stack' ? ' stacked' : ''}${isLined ? ' lined' : ''}${isRoomy ? ' roomy' : ''}${isWide ? ' wide' : ''}`}
    >
      <caption className={isCaptionShown ? 'px-4 py-2 text-start font-semibold' : 'sr-only'}>{caption}</caption>
      <thead>
        <tr>
          {choice && <SelectPage form={choice.form} />}
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
                {choice && selectionCell(row, choice, t)}
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

function alignClass<Row>({ align }: TableColumn<Row>): string | undefined {
  return align === 'end' ? 'number' : undefined
}

/** Returns the width class of a column: in tables with single-line rows the head sets the widths. */
function widthClass<Row>(column: TableColumn<Row>, isShared: boolean): string | undefined {
  const { isRowHeader, align, width } = column
  if (align === 'end') return classes('number', width, spareClass(column))
  if (!isRowHeader) return classes(width, spareClass(column))
  return isShared && width === 'text' ? 'lead' : (textClass(column) ?? width ?? 'name')
}

function textClass<Row>({ width }: TableColumn<Row>): string | undefined {
  return width === 'sentence' ? 'text sentence' : width === 'text' ? 'text' : undefined
}

function spareClass<Row>({ isSpare }: TableColumn<Row>): string | undefined {
  return isSpare ? 'spare' : undefined
}

function classes(...names: readonly (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

/** Returns the class of numbers, times and added columns, which need their heading in a card. */
function cardLabelClass<Row>(column: TableColumn<Row>): string | undefined {
  const isTime = column.width === 'day' || column.width === 'when'
  return alignClass(column) ?? (isTime ? 'when' : column.isOptional ? 'added' : undefined)
}

function Heading<Row>({
  column,
  isLined,
  isShared,
}: {
  column: TableColumn<Row>
  isLined: boolean
  isShared: boolean
}) {
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

/** Cells contain no block elements: text browsers would break the row. */
function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
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

/** The values shared by all cells of a column. */
interface LinedColumn<Row> {
  column: TableColumn<Row>
  label: string | undefined
  className: string | undefined
}

function linedColumn<Row>(column: TableColumn<Row>): LinedColumn<Row> {
  const text = textClass(column)
  if (column.isRowHeader) return { column, label: undefined, className: text }
  const kind = cardLabelClass(column)
  const mono = column.isMono ? 'mono' : undefined
  return { column, label: kind && column.title, className: classes(kind, text, spareClass(column), mono) }
}

/** A plain function instead of a component: a page of a list has hundreds of cells. */
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

/** Also a plain function. */
function selectionCell<Row>(row: Row, choice: Choice<Row>, t: Translate) {
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
        defaultChecked={choice.selected?.has(value)}
        disabled={choice.isDisabled?.(row)}
        aria-label={further > 0 ? t('table.selectSeveral', { name, count: further }) : t('table.select', { name })}
      />
      {/* CSS counts these elements with the box, also without scripts. */}
      {Array.from({ length: further }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each is like the others
        <i key={at} />
      ))}
    </td>
  )
}

/** Selects all rows of the page. Hidden without the page's script, which implements it. */
function SelectPage({ form }: { form?: string }) {
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
