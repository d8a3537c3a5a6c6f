/** The presentation of a list: its columns, shared with its file, its texts, and its bulk actions. */
import type { ReactNode } from 'react'
import type { TotalCount } from '~/domain/count'
import type { SelectionTooLarge } from '~/domain/selection'
import type { Translate } from '~/i18n/instance'
import type { Format } from '~/ui/format'
import type { ColumnWidth } from '~/ui/table'
import type { AnyFilter, FilterFields, Label } from './filter'

/** The context a cell is rendered with. */
export interface CellContext {
  t: Translate
  format: Format
  /** The path of the page. */
  pathname: string
}

type Value = string | number | null | undefined

export interface ListColumn<Row> {
  key: string
  title: Label
  /** Returns the text of the file, and of the cell unless `cell` renders something else. */
  text(row: Row, t: Translate): Value
  cell?(row: Row, context: CellContext): ReactNode
  /** The column appears only on the page, or only in the file; in both by default. */
  only?: 'page' | 'file'
  isRowHeader?: boolean
  align?: 'end'
  /** The kind of content that sets the column's width; `text` shares the remaining width. */
  width?: ColumnWidth
  /** In letters of one width, of which a column of codes has room for sixteen. */
  isMono?: boolean
  /** On the page only if the reader adds it; always in the file. An absent value is shown as not known. */
  isOptional?: true
  /** The values of this optional column cost more to read, so the file has it only if the page does. */
  isOnDemand?: true
  /** Hidden on pages where no row has a value. */
  isRare?: boolean
  /** Hidden where there is little room, such as beside a tree. */
  isSpare?: boolean
}

/** The text of an empty list. */
export interface EmptyText {
  title: string
  text?: string
}

export interface AllChoice {
  of: SelectionTooLarge['of']
  /** The maximum number of things the change accepts. */
  max: number
  /** Returns the label of selecting all matches, with their number. */
  label(t: Translate, count: number): string
  /** The labels of the bulk actions for all matches, by name; by default those for selected rows. */
  bulkActions?: Readonly<Record<string, (t: Translate, count: number) => string>>
}

export interface ListView<F extends FilterFields, Row> {
  fields: F
  columns: readonly ListColumn<Row>[]
  keyOf(row: Row): string
  /** Returns content below a row; null for most rows. */
  below?(row: Row, context: CellContext): ReactNode
  /** Returns the total in words: "87 controllers". */
  count(t: Translate, total: TotalCount): string
  words: {
    /** The text if nothing matches the filter. */
    none: (t: Translate, filter: AnyFilter) => EmptyText
    /** The text if the list is empty. */
    empty: (t: Translate) => EmptyText
    /** The text of an incomplete list. */
    partial?: (t: Translate) => EmptyText
  }
  /** The labels of the preset views, by the names of the source. */
  presetLabels?: Readonly<Record<string, Label>>
  choice?: {
    /** The parameter with the selected rows. */
    name: string
    nameOf(row: Row): string
    /** Returns the posted value of a row; its key by default. */
    postedValue?(row: Row): string
    /** Returns how many things a row represents; 1 by default. */
    countOf?(row: Row): number
    /** The labels of the bulk actions, by name. */
    bulkActions: Readonly<Record<string, Label>>
    /** The names of bulk actions that are hard to undo. */
    danger?: readonly string[]
    /** The option to select all matches. */
    all?: AllChoice
  }
}
