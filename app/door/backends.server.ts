/**
 * Readiness: the console is not ready until all backends were reachable once; after that, pages report failures
 * themselves.
 */
import { connect } from 'node:net'
import { basePaths, type ServiceName } from '#contracts/endpoint'
import { config } from '~/config.server'

/** A machine that accepts no connection within this time, ms, is unreachable. */
const longestConnect = 1_000

const met = new Set<string>()
let asking: Promise<boolean> | null = null

/** Returns whether every service and the sign-in were reachable at least once since the start. */
export function backendsMet(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<boolean> {
  const { service, evaluation, oidc } = config()
  const services = (Object.keys(basePaths) as ServiceName[]).map((name) => service(name))
  const missing = [...services, evaluation?.identityUrl ?? new URL(oidc.issuer).origin].filter((one) => !met.has(one))
  const found = await Promise.all(missing.map(listens))
  for (const [at, origin] of missing.entries()) if (found[at]) met.add(origin)
  return !found.includes(false)
}

function listens(origin: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: longestConnect,
    })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
