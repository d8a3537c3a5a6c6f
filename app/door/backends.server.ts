/** Whether everything that a person needs has been there: until then the console is not ready, afterwards each page says what is not. */
import { connect } from 'node:net'
import { basePaths, type ServiceName } from '#contracts/endpoint'
import { config } from '~/config.server'

/** A machine that takes no connection within this, ms, is not there. */
const longestConnect = 1_000

const met = new Set<string>()
let asking: Promise<boolean> | null = null

/** Whether every service and the sign-in have listened at least once since the start. */
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
