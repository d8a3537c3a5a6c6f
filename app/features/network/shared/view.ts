/** The network settings of a controller as pages show them: four interfaces with their addresses (spec §3, §5). */
import { type InterfaceName, interfaceNames } from '#contracts/network-names'
import type { KindView, SettingField } from '~/features/configuration/shared/kind'
import { inputName, interfaceSettings, type SettingName, settingPath } from '../fields'

const controls: Partial<Record<SettingName, Partial<SettingField>>> = {
  enabled: { control: 'switch' },
  dhcpEnabled: { control: 'switch', hint: (t) => t('main:network.dhcpHint') },
  // Auxiliary is never a member of the bridge (domain §5.5).
  interfaces: {
    control: 'boxes',
    selectable: ['primary', 'secondary'],
    options: (t) => interfaceNames.map((value) => ({ value, label: t(`main:network.interface.${value}`) })),
  },
  ipAddress: { isClearable: true, notForMany: (t) => t('main:network.bulkAddress') },
  subnetPrefixLength: { isClearable: true, control: 'digits', hint: (t) => t('main:network.prefixHint') },
  gateway: { isClearable: true },
  primaryDns: { isClearable: true },
  secondaryDns: { isClearable: true },
}

const fieldOf = (name: InterfaceName, setting: SettingName): SettingField => ({
  path: settingPath(name, setting),
  input: inputName(name, setting),
  label: (t) => t(`main:network.field.${setting}`),
  fullLabel: (t) =>
    t('main:network.setting', {
      interface: t(`main:network.interface.${name}`),
      field: t(`main:network.field.${setting}`),
    }),
  control: 'words',
  inputMode: 'decimal',
  ...controls[setting],
})

export const networkView: KindView = {
  name: 'network',
  isMatrix: true,
  groups: interfaceNames.map((name) => ({
    name,
    title: (t) => t(`main:network.interface.${name}`),
    fields: interfaceSettings(name).map((setting) => fieldOf(name, setting)),
  })),
}
