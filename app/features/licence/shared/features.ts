/** Labels of licence features (domain §6.3). */
import type { Translate } from '~/i18n/instance'

/** Known features, in display order. */
export const licenceFeatures = [
  'schedules',
  'alarms',
  'historian',
  'remoteTunneling',
  'mqtt',
  'faultDetection',
] as const

/** Returns the label of a feature; unknown features keep their id. */
export function featureText(t: Translate, feature: string): string {
  const own = licenceFeatures.find((one) => one === feature)
  return own ? t(`main:licence.feature.${own}`) : feature
}
