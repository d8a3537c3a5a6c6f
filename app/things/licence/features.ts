/** What a licence includes, in words (domain §6.3). */
import type { Translate } from '~/i18n/instance'

/** Those that are known, in the order in which they are offered. */
export const licenceFeatures = [
  'schedules',
  'alarms',
  'historian',
  'remoteTunneling',
  'mqtt',
  'faultDetection',
] as const

/** The id itself where nobody knows the feature. */
export function featureText(t: Translate, feature: string): string {
  const own = licenceFeatures.find((one) => one === feature)
  return own ? t(`main:licence.feature.${own}`) : feature
}
