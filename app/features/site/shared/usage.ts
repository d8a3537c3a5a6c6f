/** Labels of the usage of a site, building or space (spec §3). */
import type { Usage } from '#contracts/site'
import type { Translate } from '~/i18n/instance'
import type { ChoiceField } from '~/kit/edit/fields'

const usages = {
  Unassigned: 'main:site.usage.Unassigned',
  Office: 'main:site.usage.Office',
  Retail: 'main:site.usage.Retail',
  Healthcare: 'main:site.usage.Healthcare',
  DataCentre: 'main:site.usage.DataCentre',
  Education: 'main:site.usage.Education',
  Mixed: 'main:site.usage.Mixed',
} as const satisfies Record<Usage, string>

/** Returns the label of a usage; unknown ones are shown as received, null if there is none. */
export function usageText(t: Translate, usage: string | null | undefined): string | null {
  if (!usage) return null
  return Object.hasOwn(usages, usage) ? t(usages[usage as Usage]) : usage
}

export const usageField = {
  kind: 'choice',
  label: (t) => t('main:site.usageName'),
  values: Object.keys(usages) as Usage[],
  text: usageText,
} satisfies ChoiceField<Usage>
