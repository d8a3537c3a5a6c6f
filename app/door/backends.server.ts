/**
 * Readiness: the console is not ready until all backends were reachable once; after that, pages report failures
 * themselves.
 */
import { connect } from 'node:net'
import { basePaths, type ServiceName } from '#contracts/endpoint'
import { config } from '~/config.server'

/** A machine that accepts no connection within this time, ms, is unreachable. */
const connectTimeoutMs = 1_000

const reached = new Set<string>()
let pending: Promise<boolean> | null = null

/** Returns whether every service and the sign-in were reachable at least once since the start. */
export function backendsReached(): Promise<boolean> {
  pending ??= probeAll().finally(() => {
    pending = null
  })
  return pending
}

async function probeAll(): Promise<boolean> {
  const { service, builtInIdentity, oidc } = config()
  const services = (Object.keys(basePaths) as ServiceName[]).map((name) => service(name))
  const missing = [...services, builtInIdentity?.url ?? new URL(oidc.issuer).origin].filter((one) => !reached.has(one))
  const results = await Promise.all(missing.map(isListening))
  for (const [at, origin] of missing.entries()) if (results[at]) reached.add(origin)
  return !results.includes(false)
}

function isListening(origin: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: connectTimeoutMs,
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
