/** Network settings, declared (spec §5, domain §5.5). */
import { deviceConfiguration, type Network, type NetworkValue } from '#contracts/device-configuration'
import { type InterfaceName, interfaceNames } from '#contracts/network-names'
import { type NetworkFieldValue, type NetworkForm, networkValue } from '~/domain/network-form'
import { networkProblems } from '~/domain/network-problems'
import type { ConfigurationKind } from '~/screens/configuration/kind.server'
import { settingPath, settingsOf, supports } from './fields'
import { NetworkSettings } from './posted-settings'
import { preflight } from './preflight.server'
import { network as view } from './view'

export const network: ConfigurationKind<NetworkValue, Network> = {
  view,
  read: deviceConfiguration.getNetwork,
  readMany: deviceConfiguration.networkOfMany,
  save: deviceConfiguration.saveNetwork,
  logs: deviceConfiguration.networkSendLogs,
  form: NetworkSettings,
  supports: (saved, name) => supports(saved, name as InterfaceName),
  problems(value, current) {
    const found = Object.entries(networkProblems(value, { bulk: false, current }))
    return Object.fromEntries(found.map(([path, key]) => [path, `errors:${key}`]))
  },
  preflight,
  valueFrom(kept) {
    const settings = kept as Record<string, NetworkFieldValue>
    const form = interfaceNames.map((name) => {
      const fields = settingsOf(name).map((setting) => {
        const path = settingPath(name, setting)
        return [setting, { keep: !(path in settings), value: settings[path] }] as const
      })
      const { enabled, interfaces, ...ipv4 } = Object.fromEntries(fields)
      return [name, { enabled, interfaces, ipv4 }]
    })
    return networkValue(Object.fromEntries(form) as NetworkForm)
  },
}
