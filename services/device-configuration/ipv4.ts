/** Arithmetic on IPv4 addresses as the network checks need it (domain §5.5). */

/** The address as an unsigned number, or null when it is not four octets without leading zeros. */
export function parseIpv4(text: string): number | null {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255))
    return null
  return octets.reduce((sum, octet) => sum * 256 + Number(octet), 0)
}

/** Whether a controller may carry the address: not 0/8, 127/8, 169.254/16, nor 224/4 and up. */
export function isUsableIpv4(text: string): boolean {
  const address = parseIpv4(text)
  if (address === null) return false
  const first = Math.floor(address / 2 ** 24)
  if (first === 0 || first === 127 || first >= 224) return false
  return Math.floor(address / 2 ** 16) !== 169 * 256 + 254
}

/** First address of the subnet. */
export function networkOf(address: number, prefix: number): number {
  const size = 2 ** (32 - prefix)
  return Math.floor(address / size) * size
}

/** Last address of the subnet. */
export function broadcastOf(address: number, prefix: number): number {
  return networkOf(address, prefix) + 2 ** (32 - prefix) - 1
}

/** Neither the first nor the last address of its subnet. */
export function isHostAddress(address: number, prefix: number): boolean {
  return address !== networkOf(address, prefix) && address !== broadcastOf(address, prefix)
}

/** Whether two subnets share an address. */
export function overlaps(a: { address: number; prefix: number }, b: { address: number; prefix: number }): boolean {
  const prefix = Math.min(a.prefix, b.prefix)
  return networkOf(a.address, prefix) === networkOf(b.address, prefix)
}
