/** The form of a configuration template (domain §8.2). */
import { z } from 'zod'
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import { freeText } from '#contracts/scalars'
import { shapeOf } from '~/kit/edit/schema'
import { problemsIn, type SettingTexts, sectionsFrom } from './sections.server'
import { templateOwnFields } from './shared/fields'
import { allSettings } from './template-settings'

const settings: Record<never, z.ZodType> = Object.fromEntries(
  allSettings().map(({ name, field }) => [name, freeText(field.control === 'lines' ? 2_000 : 100).optional()]),
)

export const TemplateForm = z
  .object({ ...shapeOf(templateOwnFields, 'en'), users: z.boolean().default(false), ...settings })
  .transform(({ name, description, productId, users, ...texts }, context) => {
    for (const [input, message] of problemsIn(sectionsFrom(texts as SettingTexts)))
      context.addIssue({ code: 'custom', path: [input], message })
    return { name, description, productId, users, texts: texts as SettingTexts }
  })
export type TemplateForm = z.infer<typeof TemplateForm>

/** Returns the body to save: the form over the previous sections. */
export function templateBody(
  { name, description, productId, users, texts }: TemplateForm,
  before?: Pick<ConfigurationTemplate, 'sections'>,
) {
  return {
    name,
    description: description ?? null,
    productId: productId ?? null,
    sections: {
      ...before?.sections,
      ...sectionsFrom(texts, before?.sections),
      users: users ? (before?.sections.users ?? {}) : null,
    },
  }
}
