/** The form of a site agent. */
import { z } from 'zod'
import { shapeOf } from '~/kit/edit/schema'
import { siteAgentFields } from './shared/fields'

export const siteAgentForm = (language: 'en' | 'fr') => z.object(shapeOf(siteAgentFields, language))
export type SiteAgentForm = z.infer<ReturnType<typeof siteAgentForm>>
