/** All kinds of configuration on the server. */

import { bacnetKind } from '~/features/bacnet/shared/kind.server'
import { networkKind } from '~/features/network/shared/kind.server'
import { timeKind } from '~/features/time/shared/kind.server'
import type { SettingKind } from './kind'
import type { ConfigurationKind } from './kind.server'

export const serverKinds: Readonly<Record<SettingKind, ConfigurationKind>> = {
  network: networkKind,
  time: timeKind,
  bacnet: bacnetKind,
}
