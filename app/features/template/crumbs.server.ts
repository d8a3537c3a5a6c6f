/** The breadcrumbs of a configuration template: site, list of templates, template. */
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import type { Crumb } from '~/ui/breadcrumb'

/** `crumbs` are those of the site, with the current page last. */
export function templateCrumbs(
  { language }: Pick<Reader, 'language'>,
  at: ParamsFor<'template'>,
  { name, crumbs }: { name: string; crumbs: readonly Crumb[] },
): Crumb[] {
  return [
    ...crumbs.slice(0, -1),
    { name: translator(language)('main:view.templates'), href: href('siteTemplates', at) },
    { name, href: href('template', at) },
    ...crumbs.slice(-1),
  ]
}
