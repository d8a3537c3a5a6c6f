/** IPv4 addresses as people write them, and subnets of them (domain §5.5). */

/** Returns the four octets, or null unless there are four without leading zeros. */
export function octetsOf(text: string): number[] | null {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255))
    return null
  return octets.map(Number)
}

/** Whether a host may have the address: not 0/8, 127/8, 169.254/16, nor 224/4 and up. */
export function isHostIpv4(text: string): boolean {
  const [first = 0, second] = octetsOf(text) ?? []
  return first !== 0 && first !== 127 && first < 224 && !(first === 169 && second === 254)
}

/** Returns the address as an unsigned number; null when it is invalid. */
export function addressOf(text: string): number | null {
  return octetsOf(text)?.reduce((sum, octet) => sum * 256 + octet, 0) ?? null
}

/** Whether a prefix is 1 to 30; point-to-point 31 and single-host 32 are rejected. */
export function isPrefix(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= 30
}

export interface Subnet {
  address: number
  prefix: number
}

/** Returns the first and the last address of a subnet: its network and its broadcast address. */
export function boundsOf({ address, prefix }: Subnet): { network: number; broadcast: number } {
  const size = 2 ** (32 - prefix)
  const network = Math.floor(address / size) * size
  return { network, broadcast: network + size - 1 }
}

/** Whether an address can belong to a host of the subnet: inside it, and neither its first nor its last. */
export function isHostOf(subnet: Subnet, address: number): boolean {
  const { network, broadcast } = boundsOf(subnet)
  return address > network && address < broadcast
}

/** Whether two subnets share an address. */
export function overlap(a: Subnet, b: Subnet): boolean {
  const prefix = Math.min(a.prefix, b.prefix)
  return boundsOf({ ...a, prefix }).network === boundsOf({ ...b, prefix }).network
}
