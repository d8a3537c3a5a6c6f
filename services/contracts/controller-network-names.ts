/** Values of networks of controllers that browsers load as well. */
import { octetsOf } from './ipv4'

/** The port of BACnet/IP. */
export const bacnetPort = 47_808
/** An answer that takes longer counts as late, ms. */
export const lateAnswerMs = 2_000

export const findingStates = ['new', 'known', 'late', 'silent', 'refused', 'duplicate', 'missing'] as const

/** Returns whether text is the address of one interface or host: not that of all interfaces, nor of a group of hosts. */
export function isNamedIpv4(text: string): boolean {
  const [first = 0] = octetsOf(text) ?? []
  return first > 0 && first < 224
}

/** Returns whether a broadcast can be sent to the address. */
export const isBroadcastIpv4 = (text: string) => isNamedIpv4(text) || text === '255.255.255.255'
