/** The reference services, really started on free ports with a folder of their own, for tests of either side. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePaths, type ServiceName } from '../../services/contracts/endpoint'
import { createClock } from '../../services/kit/clock'
import { readSettings, type ServiceSettings } from '../../services/kit/settings'
import type { World } from '../../services/kit/world'
import type { PartialLink } from '../../services/link/port'
import { portOffsets, type RunningServices, startServices } from '../../services/start'
import { noon } from './beginnings'
import { freePorts } from './ports'
import { copySeeded, isFilled, restoreSeeded } from './seeded-store'

/** What makes a seed another one than the run's. */
const seedVariables = ['SEED', 'ROOT_TENANT_ID', 'ROLE_ID_ADMIN', 'ROLE_ID_USER']

/**
 * From here on no equipment and no alarm is watched: most of what a simulated day costs, for tests of something else
 * that let days pass.
 */
export function stopWatching({ world }: Pick<Services, 'world'>): void {
  world.store.run("DELETE FROM job WHERE kind IN ('fault.watch', 'alarm.monitor')")
}

export interface ServicesOptions {
  /** Beside what the harness sets itself: a free PORT_BASE, a folder, SIM_CONTROL=1, a fixed SEED_EPOCH. */
  env?: Record<string, string>
  /** The clock stands still at its start unless false; then it runs from there. */
  frozen?: boolean
  /** Where the clock begins, in milliseconds; `noon` unless given. */
  start?: number
  /** Links besides that of the simulation, by protocol. */
  links?: Readonly<Record<string, PartialLink>>
  /** A folder that outlives the harness, for restarts; a temporary one otherwise. */
  dataDir?: string
}

export interface CallOptions {
  /** Login of the caller; a bearer token instead with `token`; nobody without either. */
  as?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Called {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies of every shape
  body: any
}

export interface Services {
  settings: ServiceSettings
  world: World
  /** The one-time link that a real installation printed at its start. */
  startLink: RunningServices['startLink']
  /** Origin of a service, the provider (`identity`) or the control plane (`control`). */
  origin(name: keyof typeof portOffsets): string
  /** An access token by the whole sign-in of the provider; kept per login. */
  tokenFor(login: string): Promise<string>
  signIn(login: string, options?: { scope?: string; password?: string }): Promise<Tokens>
  /** Calls below a service's base path. */
  call(service: ServiceName, line: string, options?: CallOptions): Promise<Called>
  /** Calls the control plane: `POST /clock`. */
  control(line: string, body?: unknown): Promise<Called>
  /**
   * What the seed wrote and nothing else, without injected trouble, and a clock that stands still where it stood at the
   * start; at no cost where nothing was written.
   */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  scope: string
}

export async function startTestServices({
  env = {},
  frozen = true,
  start = noon,
  dataDir,
  links = {},
}: ServicesOptions = {}): Promise<Services> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'plantroom-services-')))
  const portBase = Number(env.PORT_BASE) || (await freePorts())
  const read = readSettings({
    PORT_BASE: String(portBase),
    DATA_DIR: folder,
    PUBLIC_ORIGIN: `http://localhost:${portBase + 9}`,
    SEED_EPOCH: '2026-03-09',
    SIM_CONTROL: '1',
    LOG_LEVEL: 'error',
    ...env,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { settings } = read
  const isUsual = !seedVariables.some((name) => name in env) && !isFilled(folder)
  const seededFrom = isUsual ? await copySeeded({ settings, at: start }) : null
  const running = await startServices({ settings, links, clock: createClock({ start, rate: frozen ? 0 : 1 }) })

  // What the seed left due is done before anybody looks.
  running.world.jobs.runDue(running.world.clock.now())

  const { store, faults } = running.world
  const changes = () => store.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes
  let changesAtReset = changes()

  const origin = (name: keyof typeof portOffsets) => `http://127.0.0.1:${settings.portBase + portOffsets[name]}`
  const tokens = new Map<string, Promise<Tokens>>()
  const signIn = (login: string, { scope, password }: { scope?: string; password?: string } = {}) =>
    signInAt({ settings, login, password, scope, provider: origin('identity') })
  const tokenFor = async (login: string) => {
    const pending = tokens.get(login) ?? signIn(login)
    tokens.set(login, pending)
    return (await pending).access_token
  }

  const control: Services['control'] = async (line, body) => {
    const [method = 'GET', path = '/'] = line.split(' ')
    return request(`${origin('control')}/__sim${path}`, {
      method,
      headers: {},
      body: method === 'POST' ? (body ?? {}) : body,
    })
  }

  return {
    settings,
    world: running.world,
    startLink: running.startLink,
    origin,
    signIn,
    tokenFor,
    async call(service, line, { as, token, body, headers = {} } = {}) {
      const [method = 'GET', path = '/'] = line.split(' ')
      const bearer = token ?? (as && (await tokenFor(as)))
      return request(origin(service as keyof typeof portOffsets) + basePaths[service] + path, {
        method,
        headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers },
        body,
      })
    },
    control,
    async reset() {
      faults.clear()
      if (changes() === changesAtReset) return
      if (seededFrom) {
        // Else everything since the seed would be lived through once more.
        if (frozen) running.world.clock.shift(start - running.world.clock.now())
        restoreSeeded(running.world, seededFrom)
      } else await control('POST /reset', {})
      changesAtReset = changes()
    },
    async close() {
      await running.close()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function request(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: unknown },
): Promise<Called> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    // Not over a connection that was idle, which may be closed in that moment.
    headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body:
      body === undefined
        ? undefined
        : typeof body === 'string' || Buffer.isBuffer(body)
          ? (body as BodyInit)
          : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson && text ? parsed(text) : text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface SignInAt {
  settings: ServiceSettings
  login: string
  /** That of the demonstration by default. */
  password?: string | undefined
  scope: string | undefined
  /** Where the provider listens; it calls itself by the public origin. */
  provider: string
}

/** Authorization code with PKCE, as a browser and a client together would do it. */
export async function signInAt({
  settings,
  login,
  password = 'plantroom',
  scope,
  provider,
}: SignInAt): Promise<Tokens> {
  const { publicOrigin, client, apiScope } = settings
  const redirectUri = `${publicOrigin}/login/callback`
  const verifier = randomBytes(32).toString('base64url')
  const visit = visitor(provider, publicOrigin)

  const question = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scope ?? `openid profile email offline_access ${apiScope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
    ...(login === 'guest' && { login_hint: login }),
  })
  const form = await visit(`/identity/auth?${question}`)
  const arrived = login === 'guest' ? form : await visit(form.address, new URLSearchParams({ login, password }))
  const code = new URL(arrived.address).searchParams.get('code')
  if (!code) throw new Error(`${login} was not signed in: ${arrived.status} ${arrived.address}`)

  const response = await fetch(`${provider}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  if (!response.ok) throw new Error(`No tokens for ${login}: ${await response.text()}`)
  return (await response.json()) as Tokens
}

/** A browser with cookies that follows redirects until it leaves the provider. */
export function visitor(provider: string, publicOrigin: string) {
  const cookies = new Map<string, string>()
  const forwarded = {
    connection: 'close',
    'x-forwarded-host': new URL(publicOrigin).host,
    'x-forwarded-proto': new URL(publicOrigin).protocol.slice(0, -1),
  }
  return async function visit(
    address: string,
    form?: URLSearchParams,
  ): Promise<{ status: number; address: string; html: string }> {
    let at = new URL(address, publicOrigin)
    let body = form
    for (;;) {
      const response = await fetch(provider + at.pathname + at.search, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { ...forwarded, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        body,
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      const next = response.headers.get('location')
      if (!next) return { status: response.status, address: at.pathname + at.search, html: await response.text() }
      at = new URL(next, at)
      body = undefined
      if (!at.pathname.startsWith('/identity/')) return { status: response.status, address: at.href, html: '' }
    }
  }
}

/** Switches writing to a controller on, as somebody who may does it through the API. */
export function allowWriting({ world }: Services, deviceId: string): void {
  world.store.run(
    `INSERT INTO device_writing (device_id, is_on, reason, by_id, by_name, at) VALUES (?, 1, 'Test', '', '', 0)`,
    deviceId,
  )
}
