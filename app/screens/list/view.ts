/** How a list looks: its columns, which its file shares, its words, and what can be done with ticked rows. */
import type { ReactNode } from 'react'
import type { Counted } from '~/domain/counted'
import type { TooMany } from '~/domain/selection'
import type { Translate } from '~/i18n/instance'
import type { Format } from '~/ui/format'
import type { Holds } from '~/ui/table'
import type { AnyFilter, FilterFields, Said } from './filter'

/** What a cell is drawn with. */
export interface Drawn {
  t: Translate
  format: Format
}

type Value = string | number | null | undefined

export interface Column<Row> {
  key: string
  title: Said
  /** What stands in the file, and in the cell where `cell` draws nothing else. */
  text(row: Row, t: Translate): Value
  cell?(row: Row, drawn: Drawn): ReactNode
  /** Of the page or of the file alone; of both unless said. */
  only?: 'page' | 'file'
  isRowHeader?: boolean
  align?: 'end'
  /** What stands in a narrow column; a `text` takes what the others leave. */
  holds?: Holds
  /** What most rows do not have: it takes no room on a page of which none has it. */
  isRare?: boolean
}

/** What is said where there is nothing, and what can be done there. */
export interface Nothing {
  title: string
  text?: string
  actions?: ReactNode
}

export interface AllChoice {
  of: TooMany['of']
  /** As many as the change reaches. */
  most: number
  /** What choosing all of them is called, with how many they are. */
  label(t: Translate, count: number): string
  /** The buttons for all of them, by the name of their move; the same as for ticked rows unless said. */
  moves?: Readonly<Record<string, (t: Translate, count: number) => string>>
}

export interface ListView<F extends FilterFields, Row> {
  fields: F
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** What belongs to a row and stands below it; null for most. */
  below?(row: Row, drawn: Drawn): ReactNode
  /** How many, in words: "87 controllers". */
  count(t: Translate, total: Counted): string
  words: {
    /** Where nothing matches what was asked for. */
    none: (t: Translate, filter: AnyFilter) => Nothing
    /** Where there is nothing at all. */
    empty: (t: Translate) => Nothing
    /** What a list says of itself that was looked for within a bound. */
    partial?: (t: Translate) => Nothing
  }
  /** What the views are called that everybody is offered, by the names of the source. */
  standing?: Readonly<Record<string, Said>>
  choice?: {
    /** The word of the address that carries the ticked rows. */
    name: string
    nameOf(row: Row): string
    /** What a ticked row says; its key unless said. */
    says?(row: Row): string
    /** How many things a ticked row stands for; itself alone unless said. */
    countOf?(row: Row): number
    /** The buttons, by the name of their move. */
    moves: Readonly<Record<string, Said>>
    /** "All that match" can be chosen as well. */
    all?: AllChoice
  }
}
