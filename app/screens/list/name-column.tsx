/** The column of what the rows of a list are called. */
import type { ReactNode } from 'react'
import type { Translate } from '~/i18n/instance'
import { A } from '~/ui/link'
import type { Said } from './filter'
import type { Column, Drawn } from './view'

interface Named<Row> {
  title: Said
  /** `name` unless said. */
  key?: string
  text(row: Row, t: Translate): string
  /** The part of it that tells rows of one page apart, where that is not all; the whole stands in the title. */
  shown?(row: Row): string
  /** After the name, in its line: a badge. */
  beside?(row: Row, drawn: Drawn): ReactNode
}

/** A link to the page of each row, which is the head of the row for those who do not see it. */
export function nameColumn<Row extends { href: string | null }>({
  title,
  key = 'name',
  text,
  shown,
  beside,
}: Named<Row>): Column<Row> {
  return {
    key,
    title,
    text,
    isRowHeader: true,
    cell(row, drawn) {
      const name = <bdi>{shown?.(row) ?? text(row, drawn.t)}</bdi>
      const link = row.href === null ? name : <A href={row.href}>{name}</A>
      const marks = beside?.(row, drawn)
      if (!marks) return link
      return (
        <>
          {link} {marks}
        </>
      )
    },
  }
}
