/** The name column of a list. */
import type { ReactNode } from 'react'
import type { Translate } from '~/i18n/instance'
import { A } from '~/ui/link'
import type { Said } from './filter'
import type { Column, Drawn } from './view'

interface Named<Row> {
  title: Said
  /** `name` by default. */
  key?: string
  text(row: Row, t: Translate): string
  /** Returns the part of the name that differs between the rows of a page; the tooltip has the whole. */
  shown?(row: Row): string
  /** Content after the name, on the same line: a badge. */
  beside?(row: Row, drawn: Drawn): ReactNode
}

/** Returns a column that links to the page of each row; it is the row header. */
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
