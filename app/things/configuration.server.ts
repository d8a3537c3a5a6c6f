/** All kinds of configuration on the server. */
import type { SettingKind } from '~/screens/configuration/kind'
import type { ConfigurationKind } from '~/screens/configuration/kind.server'
import { bacnet } from './bacnet/kind.server'
import { network } from './network/kind.server'
import { time } from './time/kind.server'

export const kinds: Readonly<Record<SettingKind, ConfigurationKind>> = { network, time, bacnet }
