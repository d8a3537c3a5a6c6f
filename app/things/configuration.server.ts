/** All kinds of configuration on the server. */
import type { SettingKind } from '~/screens/configuration/kind'
import type { ConfigurationKind } from '~/screens/configuration/kind.server'
import { bacnetKind } from './bacnet/kind.server'
import { networkKind } from './network/kind.server'
import { timeKind } from './time/kind.server'

export const serverKinds: Readonly<Record<SettingKind, ConfigurationKind>> = {
  network: networkKind,
  time: timeKind,
  bacnet: bacnetKind,
}
