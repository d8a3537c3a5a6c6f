/** What a site, building or space is used for, in words (spec §3). */
import type { Usage } from '#contracts/site'
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'

const usages = {
  Unassigned: 'main:site.usage.Unassigned',
  Office: 'main:site.usage.Office',
  Retail: 'main:site.usage.Retail',
  Healthcare: 'main:site.usage.Healthcare',
  DataCentre: 'main:site.usage.DataCentre',
  Education: 'main:site.usage.Education',
  Mixed: 'main:site.usage.Mixed',
} as const satisfies Record<Usage, string>

/** A use nobody listed reads as the backend wrote it; null when there is none. */
export function usageText(t: Translate, usage: string | null | undefined): string | null {
  if (!usage) return null
  return Object.hasOwn(usages, usage) ? t(usages[usage as Usage]) : usage
}

/** The uses to choose from. */
export function usageOptions(t: Translate): Option[] {
  return Object.entries(usages).map(([value, key]) => ({ value, label: t(key) }))
}
