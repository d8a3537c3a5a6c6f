import type { SerializeFrom } from '@remix-run/node'
import type { TextSection, Translate } from '~/i18n/instance'
import type { MenuName } from '~/views'

/**
 * The properties a page exports as `handle`, read by the root:
 *
 * ```ts
 * export const handle: PageHandle<typeof loader> = { title: (data) => data.site.name, menu: 'customer' }
 * ```
 */
export interface PageHandle<Loader = unknown> {
  /**
   * The page's title; the innermost one wins. The root adds the product's name and, for a form with problems, `Error:`.
   */
  title?(data: SerializeFrom<Loader>, t: Translate): string
  /**
   * Set on pages that need scripts; every other page is sent without React (design §13). Lists the text sections of the
   * page, beside those of every page; `i18n/client.ts` has their files.
   */
  scripts?: readonly TextSection[]
  /** The menu entry the page belongs to. */
  menu?: MenuName | ((data: SerializeFrom<Loader>) => MenuName)
}
