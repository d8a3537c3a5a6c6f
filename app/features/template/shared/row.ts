/** A configuration template as a row of a list. */
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import type { ControllerModel } from '#contracts/product'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Section, sections } from '../template-settings'

export interface TemplateRow {
  id: string
  href: string
  name: string
  description: string
  /** Model that it applies to; empty for any. */
  model: string
  sections: (Section | 'users')[]
  backups: number
  /** Number of controllers that it was applied to. */
  appliedTo: number
  by: string
  updatedAt: string | null
}

export function templateRow(
  at: ParamsFor<'siteTemplates'>,
  template: ConfigurationTemplate,
  models: readonly Pick<ControllerModel, 'id' | 'model'>[],
): TemplateRow {
  const { id, name, description, backups, appliedTo, createdBy, updatedAt } = template
  return {
    id,
    href: href('template', { ...at, templateId: id }),
    name,
    description,
    model: modelOf(template, models),
    sections: sectionsOf(template),
    backups: backups.length,
    appliedTo: new Set(appliedTo.map(({ deviceId }) => deviceId)).size,
    by: createdBy ?? '',
    updatedAt: updatedAt ?? null,
  }
}

/** Returns the name of the model, or its code if the catalogue does not list it. */
export function modelOf(
  { productId, modelType }: Pick<ConfigurationTemplate, 'productId' | 'modelType'>,
  models: readonly Pick<ControllerModel, 'id' | 'model'>[],
): string {
  return models.find(({ id }) => id === productId)?.model.name ?? modelType ?? ''
}

/** Returns the sections that the template has. */
export function sectionsOf({ sections: all }: Pick<ConfigurationTemplate, 'sections'>): TemplateRow['sections'] {
  return [...sections, 'users' as const].filter((section) => all[section])
}
