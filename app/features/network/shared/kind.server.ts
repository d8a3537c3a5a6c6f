/** The network configuration kind on the server (spec §5, domain §5.5). */
import { deviceConfiguration, type Network, type NetworkValue } from '#contracts/device-configuration'
import type { InterfaceName } from '#contracts/network-names'
import { networkProblems } from '~/domain/network-problems'
import { recordedValue } from '~/features/configuration/shared/kind'
import type { ConfigurationKind } from '~/features/configuration/shared/kind.server'
import { supportsInterface } from '../fields'
import { NetworkForm, withDhcp } from '../form'
import { preflight } from '../preflight.server'
import { networkView as view } from './view'

export const networkKind: ConfigurationKind<NetworkValue, Network> = {
  view,
  read: deviceConfiguration.getNetwork,
  readMany: deviceConfiguration.networkOfMany,
  save: deviceConfiguration.saveNetwork,
  logs: deviceConfiguration.networkSendLogs,
  form: NetworkForm,
  supports: (saved, name) => supportsInterface(saved, name as InterfaceName),
  problems(value, current) {
    const errors = Object.entries(networkProblems(value, { bulk: false, current }))
    return Object.fromEntries(errors.map(([path, key]) => [path, `errors:${key}`]))
  },
  preflight,
  valueFrom: (kept) => withDhcp(recordedValue(view, kept)),
}
