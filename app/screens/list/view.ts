/** The presentation of a list: its columns, shared with its file, its texts, and its bulk actions. */
import type { ReactNode } from 'react'
import type { Counted } from '~/domain/counted'
import type { TooMany } from '~/domain/selection'
import type { Translate } from '~/i18n/instance'
import type { Format } from '~/ui/format'
import type { Holds } from '~/ui/table'
import type { AnyFilter, FilterFields, Said } from './filter'

/** The context a cell is rendered with. */
export interface Drawn {
  t: Translate
  format: Format
}

type Value = string | number | null | undefined

export interface Column<Row> {
  key: string
  title: Said
  /** Returns the text of the file, and of the cell unless `cell` renders something else. */
  text(row: Row, t: Translate): Value
  cell?(row: Row, drawn: Drawn): ReactNode
  /** The column appears only on the page, or only in the file; in both by default. */
  only?: 'page' | 'file'
  isRowHeader?: boolean
  align?: 'end'
  /** The kind of content that sets the column's width; `text` shares the remaining width. */
  holds?: Holds
  /** Hidden on pages where no row has a value. */
  isRare?: boolean
}

/** The text of an empty list, and its actions. */
export interface Nothing {
  title: string
  text?: string
  actions?: ReactNode
}

export interface AllChoice {
  of: TooMany['of']
  /** The maximum number of things the change accepts. */
  most: number
  /** Returns the label of selecting all matches, with their number. */
  label(t: Translate, count: number): string
  /** The labels of the bulk actions for all matches, by name; by default those for selected rows. */
  moves?: Readonly<Record<string, (t: Translate, count: number) => string>>
}

export interface ListView<F extends FilterFields, Row> {
  fields: F
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** Returns content below a row; null for most rows. */
  below?(row: Row, drawn: Drawn): ReactNode
  /** Returns the total in words: "87 controllers". */
  count(t: Translate, total: Counted): string
  words: {
    /** The text if nothing matches the filter. */
    none: (t: Translate, filter: AnyFilter) => Nothing
    /** The text if the list is empty. */
    empty: (t: Translate) => Nothing
    /** The text of an incomplete list. */
    partial?: (t: Translate) => Nothing
  }
  /** The labels of the preset views, by the names of the source. */
  standing?: Readonly<Record<string, Said>>
  choice?: {
    /** The parameter with the selected rows. */
    name: string
    nameOf(row: Row): string
    /** Returns the posted value of a row; its key by default. */
    says?(row: Row): string
    /** Returns how many things a row represents; 1 by default. */
    countOf?(row: Row): number
    /** The labels of the bulk actions, by name. */
    moves: Readonly<Record<string, Said>>
    /** The option to select all matches. */
    all?: AllChoice
  }
}
