/** What a licence includes, in words (domain §6.3). */
import type { Translate } from '~/i18n/instance'

const known = ['schedules', 'alarms', 'historian', 'remoteTunneling', 'mqtt', 'faultDetection'] as const

/** The id itself where nobody knows the feature. */
export function featureText(t: Translate, feature: string): string {
  const own = known.find((one) => one === feature)
  return own ? t(`main:licence.feature.${own}`) : feature
}
