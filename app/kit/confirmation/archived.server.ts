/** Archives a thing with everything in it, or restores it. The form has no fields: the address says which. */
import { z } from 'zod'
import type { Plan } from '~/change/plan'
import { translator } from '~/i18n/i18n.server'
import { type Entity, entitySubject, type ThingKind } from '../edit/thing.server'

export const NoFields = z.object({})
export type NoFields = z.infer<typeof NoFields>

/** `archived` is the new value. */
export function planArchive(
  kind: ThingKind,
  now: Entity & { archived: boolean },
  { archived, language }: { archived: boolean; language: 'en' | 'fr' },
): Plan {
  const t = translator(language)
  const word = (value: boolean) => t(value ? 'word.yes' : 'word.no')
  return {
    rows: [
      {
        subject: entitySubject(kind, now),
        effect: now.archived === archived ? 'same' : 'change',
        fields: [
          {
            name: 'archived',
            label: t('main:customer.plan.archived'),
            from: word(now.archived),
            to: word(archived),
          },
        ],
        version: now.eTag,
        before: { archived: now.archived },
        after: { archived },
      },
    ],
  }
}
