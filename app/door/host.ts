/** Under which name a request came, and whether that is ours. */
import { Refusal } from './refusal'

export interface Names {
  publicOrigin: string
  /** The port listened on. */
  port: number
  /** In evaluation mode the loopback names of the same port lead to the public origin. */
  evaluation: boolean
}

/** `ours`, or an address on the public origin to go to. Throws Refusal for any other name. */
export function checkHost(host: string | undefined, method: string, names: Names): 'ours' | 'elsewhere' {
  const asked = host?.toLowerCase()
  if (!asked || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(asked)) throw new Refusal('headers')
  const url = new URL(names.publicOrigin)
  if (withPort(asked, url.protocol) === withPort(url.host, url.protocol)) return 'ours'
  const isLoopback =
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(asked) && withPort(asked, 'http:').endsWith(`:${names.port}`)
  if (names.evaluation && isLoopback && (method === 'GET' || method === 'HEAD')) return 'elsewhere'
  throw new Refusal('host')
}

function withPort(host: string, protocol: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`
}
