/** How pages and changes load a configuration template of a site. */
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Site } from '#contracts/site'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { siteAt } from '~/kit/place/own-place.server'
import { settingTexts } from './sections.server'
import { usersField } from './shared/fields'

/** A template with its path, as the trail names it. */
export type TemplateEntity = ConfigurationTemplate & { path: PathNode[]; site: Pick<Site, 'id' | 'name'> }

export const templateThing: Thing<'template', TemplateEntity> = {
  kind: 'template',
  async loadPage(reader, { at, page: name, request }) {
    const siteArgs = { kind: 'site', at, page: name, request } as const
    const [{ now: site, crumbs }, template] = await Promise.all([
      locatePlace(reader, siteArgs, reader.read(contract.getSite, { path: { id: at.siteId } })),
      reader.read(contract.getTemplate, { path: { id: at.templateId } }),
    ])
    return { now: inSite(template, site), crumbs }
  },
  async load({ read }, at) {
    const [site, template] = await Promise.all([
      siteAt(read, at),
      read(contract.getTemplate, { path: { id: at.templateId } }),
    ])
    return inSite(template, site)
  },
  toForm: templateToForm,
}

/** Throws 404 if the template belongs to another site. */
function inSite(template: ConfigurationTemplate, site: Site): TemplateEntity {
  if (template.siteId !== site.id) throw new Response(null, { status: 404 })
  const { id, name, path = [] } = site
  return { ...template, site: { id, name }, path: [...path, { id, name, type: 'site' }] }
}

/** Returns the form values of a template, also stored in the trail. */
export function templateToForm(template: Pick<ConfigurationTemplate, 'name' | 'sections'> & Partial<TemplateEntity>) {
  return {
    name: template.name,
    description: template.description ?? '',
    productId: template.productId ?? '',
    ...settingTexts(template.sections),
    [usersField]: template.sections.users ? 'on' : '',
  }
}
