/** How pages and changes load a configuration template of a site. */
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Site } from '#contracts/site'
import { siteAt } from '~/screens/place/own-place.server'
import { placed } from '~/screens/place/placed.server'
import type { Thing } from '../thing.server'
import { usersName } from './fields'
import { textsOf } from './sections.server'

/** A template with its path, as the trail names it. */
export type TemplateNow = ConfigurationTemplate & { path: PathNode[]; site: Pick<Site, 'id' | 'name'> }

export const templateThing: Thing<'template', TemplateNow> = {
  kind: 'template',
  async onPage(page, { at, page: name, request }) {
    const here = { kind: 'site', at, page: name, request } as const
    const [{ now: site, crumbs }, template] = await Promise.all([
      placed(page, here, page.read(contract.getSite, { path: { id: at.siteId } })),
      page.read(contract.getTemplate, { path: { id: at.templateId } }),
    ])
    return { now: inSite(template, site), crumbs }
  },
  async afresh({ read }, at) {
    const [site, template] = await Promise.all([
      siteAt(read, at),
      read(contract.getTemplate, { path: { id: at.templateId } }),
    ])
    return inSite(template, site)
  },
  filled: filledTemplate,
}

/** Throws 404 if the template belongs to another site. */
function inSite(template: ConfigurationTemplate, site: Site): TemplateNow {
  if (template.siteId !== site.id) throw new Response(null, { status: 404 })
  const { id, name, path = [] } = site
  return { ...template, site: { id, name }, path: [...path, { id, name, type: 'site' }] }
}

/** Returns the form values of a template, also stored in the trail. */
export function filledTemplate(template: Pick<ConfigurationTemplate, 'name' | 'sections'> & Partial<TemplateNow>) {
  return {
    name: template.name,
    description: template.description ?? '',
    productId: template.productId ?? '',
    ...textsOf(template.sections),
    [usersName]: template.sections.users ? 'on' : '',
  }
}
