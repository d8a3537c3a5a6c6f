/** Filter of a device list as an address has it; the parameters are those of the call, except `q` (domain §17). */
import { type LicenceState, licenceStates } from '#contracts/licence-names'
import type { DeviceSearch } from '~/domain/device-filter'
import { deviceWorkKinds } from '~/domain/device-filter'
import { type FilterFields, type FilterOf, singleValue } from '~/kit/list/filter'

export const deviceFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:device.searchHint') },
  productId: { kind: 'choice', several: true, label: (t) => t('main:device.model') },
  platform: { kind: 'choice', several: true, label: (t) => t('main:device.platform') },
  connected: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:device.connection'),
    values: ['true', 'false'],
    text: (t, value) => t(value === 'true' ? 'device.connected' : 'device.offline'),
  },
  onboarded: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:device.onboarding'),
    values: ['true', 'false'],
    text: (t, value) => t(value === 'true' ? 'device.onboarded' : 'device.notOnboarded'),
  },
  packageStatus: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:device.packages'),
    values: ['outdated', 'upToDate'],
    text: (t, value) => t(`packageStatus.${value === 'outdated' ? 'outdated' : 'upToDate'}`),
  },
  work: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:device.work'),
    values: deviceWorkKinds,
    text: (t, value) => t(`main:device.works.${value as (typeof deviceWorkKinds)[number]}`),
  },
  licence: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:licence.title'),
    values: licenceStates,
    text: (t, value) => t(`main:licence.state.${value as LicenceState}`),
  },
  package: { kind: 'choice', several: true, label: (t) => t('main:device.withPackage') },
  version: { kind: 'choice', several: true, label: (t) => t('main:device.inVersion') },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
} as const satisfies FilterFields

export type DeviceFilter = FilterOf<typeof deviceFields>

/** Returns the search of the call; both values of a yes/no filter are no restriction. */
export function searchOf({ q, connected, onboarded, ...filter }: DeviceFilter): DeviceSearch {
  return { ...filter, connected: singleValue(connected), onboarded: singleValue(onboarded), search: q }
}
