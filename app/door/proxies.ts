/** The client's address and the host name of a request, behind trusted proxies. */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Returns the configured proxies as a list to check against. */
export function trustedPeers(addresses: string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/**
 * Returns the browser's address and the requested host; `X-Forwarded-*` counts only from a configured proxy. A
 * request with two host names has none.
 */
export function origins(request: IncomingMessage, trusted: BlockList): { address: string; host: string | undefined } {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const names = request.headersDistinct.host ?? []
  const host = names.length === 1 ? names[0] : undefined
  if (!isTrusted(peer, trusted)) return { address: peer, host }
  const chain = listed(request.headers['x-forwarded-for']).map(plainAddress)
  const address = chain.findLast((one) => !isTrusted(one, trusted)) ?? chain[0] ?? peer
  return {
    address: /^[0-9a-f.:]{2,45}$/i.test(address) ? address : peer,
    host: listed(request.headers['x-forwarded-host'])[0] ?? host,
  }
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

function listed(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
