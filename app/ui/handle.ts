import type { SerializeFrom } from '@remix-run/node'
import type { TextArea, Translate } from '~/i18n/instance'
import type { MenuName } from '~/views'

/**
 * What a page says about itself with `export const handle`, read by the root:
 *
 * ```ts
 * export const handle: PageHandle<typeof loader> = { title: (data) => data.site.name, menu: 'customer' }
 * ```
 */
export interface PageHandle<Loader = unknown> {
  /** The page's title; the deepest one wins. The root adds the product's name and, where a form came back, `Error:`. */
  title?(data: SerializeFrom<Loader>, t: Translate): string
  /**
   * Named where scripts earn their weight; every other page is sent without React (design §13). The areas of texts it
   * speaks with, beside those that are around every page.
   */
  scripts?: readonly TextArea[]
  /** The menu entry the page belongs to. */
  menu?: MenuName | ((data: SerializeFrom<Loader>) => MenuName)
}
