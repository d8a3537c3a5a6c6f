/** The built-in provider as a server: everything below /identity, behind the console's proxy (design §2). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { ServiceSettings } from '../kit/settings'
import type { World } from '../kit/world'
import { handleAccountPage, isAccountPage } from './account-pages'
import type { Directory } from './directory'
import { readForm } from './form'
import { loadSecrets, openGrants, revokePerson } from './grants'
import { handleInteraction } from './interaction'
import { createProvider } from './provider'

const prefix = '/identity'

/** Headers of responses that are not pages; pages add more. */
const commonHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export interface IdentityServer {
  server: Server
  /** Closes its file; the server is closed by its opener. */
  close(): void
}

interface Options {
  world: World
  directory: Directory
}

/** Returns why the provider may not start with these settings; undefined when it may. */
export function startProblem({
  publicOrigin,
  onNetwork,
  profile,
}: Pick<ServiceSettings, 'publicOrigin' | 'onNetwork' | 'profile'>): string | undefined {
  if (profile === 'none') return undefined
  const { hostname } = new URL(publicOrigin)
  const isLoopback =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  if (isLoopback || onNetwork) return undefined
  return (
    `PUBLIC_ORIGIN ${publicOrigin} is not on this machine: the evaluation sign-in, whose passwords are public, ` +
    'starts there only with EVALUATION_ON_NETWORK=1'
  )
}

export async function createIdentity({ world, directory }: Options): Promise<IdentityServer> {
  const { settings, faults } = world
  const grants = openGrants(settings.dataDir)
  const provider = await quietly(async () => {
    // The library calls URL.parse, which the oldest supported Node releases do not have.
    URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null)
    const { Provider: OpenIdProvider, interactionPolicy: policy } = await import('oidc-provider')
    return createProvider({ OpenIdProvider, policy, settings, directory, grants, secrets: await loadSecrets(grants) })
  })
  const answer = provider.callback()

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return void response.writeHead(404).end()
    const fault = faults.next('identity', request.method ?? 'GET', path.slice(prefix.length))
    if (fault?.kind === 'drop') return void request.socket.destroy()
    if (fault?.kind === 'status') return void response.writeHead(fault.status ?? 503).end()
    const endSignIns = (accountId: string) => revokePerson(grants, accountId)
    void handle(request, response, { provider, world, directory, answer, endSignIns })
  })
  return { server, close: () => grants.close() }
}

interface Parts {
  provider: Provider
  world: World
  directory: Directory
  answer: ReturnType<Provider['callback']>
  /** Ends every sign-in of an account. */
  endSignIns(accountId: string): void
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, world, directory, answer, endSignIns }: Parts,
) {
  if (request.method === 'POST' && request.url === `${prefix}/session/end`) {
    const form = await readForm(request)
    if (!form) return void response.writeHead(413, { connection: 'close' }).end()
    // The library accepts this by POST only with cookies that any site may send along; ours stay with their own site.
    request.method = 'GET'
    request.url += `?${form}`
  }
  if (isAccountPage(request, world)) return handleAccountPage(request, response, { world, directory, endSignIns })
  // The provider derives its mount path by comparing the two, so the original comes first.
  Object.assign(request, { originalUrl: request.url })
  request.url = (request.url ?? '').slice(prefix.length) || '/'
  if (request.url.startsWith('/interaction/'))
    return handleInteraction(request, response, { provider, settings: world.settings, directory })
  return answer(request, response)
}

/** Suppresses the library's warning about Node 20, which runs it correctly; every other warning passes. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}
