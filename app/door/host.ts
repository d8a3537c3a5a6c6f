/** Checks the host name of a request. */
import { HttpError } from './http-error'

export interface HostNames {
  publicOrigin: string
  /** The listening port. */
  port: number
  /** In evaluation mode the loopback names of the same port redirect to the public origin. */
  evaluation: boolean
}

/** Returns `ours`, or `elsewhere` for a redirect to the public origin. Throws HttpError for any other name. */
export function checkHost(host: string | undefined, method: string, names: HostNames): 'ours' | 'elsewhere' {
  const name = host?.toLowerCase()
  if (!name || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(name)) throw new HttpError('headers')
  const url = new URL(names.publicOrigin)
  if (withPort(name, url.protocol) === withPort(url.host, url.protocol)) return 'ours'
  const isLoopback =
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(name) && withPort(name, 'http:').endsWith(`:${names.port}`)
  if (names.evaluation && isLoopback && (method === 'GET' || method === 'HEAD')) return 'elsewhere'
  throw new HttpError('host')
}

function withPort(host: string, protocol: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`
}
