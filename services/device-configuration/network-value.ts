/** The complete network settings of one controller (spec §5). */

import { mergeNetwork } from '../contracts/network-rules'
import type { NetworkSettings } from '../contracts/network-settings'

/** Whether two settings are equal. */
export function isSameNetwork(a: NetworkSettings, b: NetworkSettings): boolean {
  return JSON.stringify(mergeNetwork(a, {})) === JSON.stringify(mergeNetwork(b, {}))
}
