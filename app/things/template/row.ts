/** A configuration template as a row of a list. */
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import type { ControllerModel } from '#contracts/product'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Section, sections } from './settings'

export interface TemplateRow {
  id: string
  href: string
  name: string
  description: string
  /** The models it is for; empty where for any. */
  model: string
  sections: (Section | 'users')[]
  backups: number
  /** Controllers it was applied to. */
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

/** What the model is called, or its code where no catalogue names it. */
export function modelOf(
  { productId, modelType }: Pick<ConfigurationTemplate, 'productId' | 'modelType'>,
  models: readonly Pick<ControllerModel, 'id' | 'model'>[],
): string {
  return models.find(({ id }) => id === productId)?.model.name ?? modelType ?? ''
}

/** What it holds settings of. */
export function sectionsOf({ sections: all }: Pick<ConfigurationTemplate, 'sections'>): TemplateRow['sections'] {
  return [...sections, 'users' as const].filter((section) => all[section])
}
