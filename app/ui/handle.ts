import type { SerializeFrom } from '@remix-run/node'
import type { Translate } from '~/i18n/instance'
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
  /** True where scripts earn their weight; every other page is sent without React (design §13). */
  scripts?: boolean
  /** The menu entry the page belongs to. */
  menu?: MenuName | ((data: SerializeFrom<Loader>) => MenuName)
}
