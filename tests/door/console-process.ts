/** This test process as a console of its own: a folder, a provider, an open store. Import before anything reads the configuration. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginSignIn, finishSignIn } from '~/session/sign-in.server'
import { closeStore, openStore } from '~/store/store.server'
import { newDatabase, onPostgres } from '../harness/postgres'
import { startProvider, type TestProvider } from './provider'

export const origin = 'http://localhost:3100'

export async function startConsole(): Promise<TestProvider> {
  const provider = await startProvider('console')
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-door-'))
  const kept = onPostgres ? await newDatabase() : null
  Object.assign(process.env, {
    PORT: '3100',
    DATA_DIR: dataDir,
    DATABASE_URL: kept?.url ?? '',
    SESSION_SECRET: 'a-secret-of-the-console-for-every-replica',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'of the console',
    LOG_LEVEL: 'silent',
  })
  await openStore()
  const closeProvider = provider.close
  return Object.assign(provider, {
    async close() {
      await closeProvider()
      await closeStore()
      await kept?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/** A browser with the two cookies of the console. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  constructor(private readonly address = '192.0.2.1') {}

  request(address: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    return new Request(new URL(address, origin), { ...init, headers })
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  /** Leaves for the provider; what the provider was asked. */
  async leave(returnTo = '/'): Promise<URLSearchParams> {
    const request = this.request(`/login/start?${new URLSearchParams({ returnTo })}`)
    const response = await beginSignIn(request, this.address)
    this.keep(response)
    return new URL(response.headers.get('location') ?? '').searchParams
  }

  async comeBack(answer: Record<string, string>): Promise<Response> {
    const response = await finishSignIn(this.request(`/login/callback?${new URLSearchParams(answer)}`))
    this.keep(response)
    return response
  }

  /** The whole way. */
  async signIn(
    provider: TestProvider,
    { returnTo = '/', subject }: { returnTo?: string; subject?: string } = {},
  ): Promise<Response> {
    const asked = await this.leave(returnTo)
    return this.comeBack({ code: provider.codeFor(asked.get('nonce') ?? '', subject), state: asked.get('state') ?? '' })
  }
}
