/** The evaluation provider as a server: everything below /identity, behind the console's door (design §2). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Faults } from '../kit/faults'
import type { Settings } from '../kit/settings'
import { openGrants, secretsIn } from './grants'
import { answerInteraction } from './interaction'
import { type Account, createProvider } from './provider'

export type { Account } from './provider'

const prefix = '/identity'

export interface Identity {
  server: Server
  /** Closes its file; the server is closed by who opened it. */
  close(): void
}

interface Options {
  settings: Settings
  accounts: readonly Account[]
  faults: Faults
}

/** Why the provider may not start with these settings; undefined when it may. */
export function refusalToStart({
  publicOrigin,
  onNetwork,
}: Pick<Settings, 'publicOrigin' | 'onNetwork'>): string | undefined {
  const { hostname } = new URL(publicOrigin)
  const isLoopback =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  if (isLoopback || onNetwork) return undefined
  return `PUBLIC_ORIGIN ${publicOrigin} is not on this machine: the evaluation sign-in, whose passwords everybody knows, starts there only with EVALUATION_ON_NETWORK=1`
}

export async function createIdentity({ settings, accounts, faults }: Options): Promise<Identity> {
  const grants = openGrants(settings.dataDir)
  const provider = await quietly(async () => {
    // The library calls URL.parse, which the oldest Node releases this runs on do not have.
    URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null)
    const { Provider: OpenIdProvider } = await import('oidc-provider')
    return createProvider({ OpenIdProvider, settings, accounts, grants, secrets: await secretsIn(grants) })
  })
  const answer = provider.callback()

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return void response.writeHead(404).end()
    const fault = faults.take('identity', request.method ?? 'GET', path.slice(prefix.length))
    if (fault?.kind === 'drop') return void request.socket.destroy()
    if (fault?.kind === 'status') return void response.writeHead(fault.status ?? 503).end()
    void handle(request, response, { provider, settings, accounts, answer })
  })
  return { server, close: () => grants.close() }
}

interface Parts {
  provider: Provider
  settings: Settings
  accounts: readonly Account[]
  answer: ReturnType<Provider['callback']>
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, settings, accounts, answer }: Parts,
) {
  // The provider finds out where it is mounted by comparing the two, so the original comes first.
  Object.assign(request, { originalUrl: request.url })
  request.url = (request.url ?? '').slice(prefix.length) || '/'
  if (request.url.startsWith('/interaction/'))
    return answerInteraction(request, response, { provider, settings, accounts })
  return answer(request, response)
}

/** The library warns of Node 20, which runs it well; everything else it says is let through. */
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
