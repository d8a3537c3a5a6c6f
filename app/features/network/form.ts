/**
 * Parses the network form to the value that is saved, with the checks that need no controller (spec §5, domain §5.5).
 */
import type { NetworkValue } from '#contracts/device-configuration'
import { addressFields, interfaceNames } from '#contracts/network-names'
import { networkProblems } from '~/domain/network-problems'
import type { SettingsInput } from '~/features/configuration/shared/kind.server'
import { parseSettingsInput, settingsFormSchema } from '~/features/configuration/shared/settings-form-schema'
import { inputOf } from './fields'
import { networkView as view } from './shared/view'

export const NetworkForm = settingsFormSchema(view).transform((posted, context): SettingsInput<NetworkValue> => {
  const typed = parseSettingsInput(view, posted)
  const value = withDhcp(typed.value as NetworkValue)
  for (const [path, key] of Object.entries(networkProblems(value, { bulk: typed.ids.length > 1 })))
    context.addIssue({ code: 'custom', path: inputOf(path).split('.'), message: `errors:${key}` })
  return { ...typed, value }
})

const noAddresses = Object.fromEntries(addressFields.map((field) => [field, null]))

/** Clears every address while DHCP is on, whether typed or unchanged (spec §5). */
export function withDhcp(value: NetworkValue): NetworkValue {
  const settings = { ...value }
  for (const name of interfaceNames)
    if (settings[name]?.ipv4?.dhcpEnabled)
      settings[name] = { ...settings[name], ipv4: { dhcpEnabled: true, ...noAddresses } }
  return settings
}
