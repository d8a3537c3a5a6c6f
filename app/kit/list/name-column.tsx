/** The name column of a list. */
import type { ReactNode } from 'react'
import { hrefFrom } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { plainLink } from '~/ui/link'
import type { Label } from './filter'
import type { CellContext, ListColumn } from './view'

interface NameColumnOptions<Row> {
  title: Label
  /** `name` by default. */
  key?: string
  text(row: Row, t: Translate): string
  /** Returns the part of the name that differs between the rows of a page; the tooltip has the whole. */
  shortText?(row: Row): string
  /** Writes the addresses from the page on, for rows with long ones. */
  isFromPage?: boolean
  /** Content after the name, on the same line: a badge. */
  beside?(row: Row, context: CellContext): ReactNode
}

/** Returns a column that links to the page of each row; it is the row header. */
export function nameColumn<Row extends { href: string | null }>({
  title,
  key = 'name',
  text,
  shortText,
  isFromPage = false,
  beside,
}: NameColumnOptions<Row>): ListColumn<Row> {
  return {
    key,
    title,
    text,
    isRowHeader: true,
    cell(row, context) {
      const name = <bdi>{shortText?.(row) ?? text(row, context.t)}</bdi>
      const link =
        row.href === null ? name : plainLink(isFromPage ? hrefFrom(context.pathname, row.href) : row.href, name)
      const marks = beside?.(row, context)
      if (!marks) return link
      return (
        <>
          {link} {marks}
        </>
      )
    },
  }
}
