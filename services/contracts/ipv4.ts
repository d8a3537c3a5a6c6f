/** IPv4 addresses as people write them (domain §5.5). */

/** The four numbers, or null when it is not four octets without leading zeros. */
export function octetsOf(text: string): number[] | null {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255))
    return null
  return octets.map(Number)
}

/** Whether a host may carry the address: not 0/8, 127/8, 169.254/16, nor 224/4 and up. */
export function isHostIpv4(text: string): boolean {
  const [first = 0, second] = octetsOf(text) ?? []
  return first !== 0 && first !== 127 && first < 224 && !(first === 169 && second === 254)
}
