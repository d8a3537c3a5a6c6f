/** A small OpenID provider that can be told to misbehave: real HTTP, real signatures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

type Change = (claims: JWTPayload) => JWTPayload

export interface TestProvider {
  issuer: string
  /** Grants asked for so far, by `grant_type`. */
  grants: Record<string, number>
  /** Grants asked for whose answer nobody has yet, or will ever have. */
  waiting: number
  /** How the next answers differ from honest ones; reset by `behave`. */
  misbehave: {
    claims?: Change
    unsigned?: boolean
    foreignKey?: boolean
    rotateKeys?: boolean
    tokenAnswer?: { status: number; body: string }
    /** A function is what happens meanwhile. */
    refresh?: 'refuse' | 'slow' | (() => Promise<void>)
    /** What happens before the discovery document is given. */
    discovery?: () => Promise<void>
    lasts?: number
    down?: boolean
  }
  behave(): void
  /** What the person's browser brings back from the provider. */
  codeFor(nonce: string, subject?: string): string
  close(): Promise<void>
}

export async function startProvider(clientId: string): Promise<TestProvider> {
  let keys = await newKey('first')
  const stranger = await newKey(keys.id)
  const codes = new Map<string, { nonce: string; subject: string }>()
  let refreshToken = ''
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestProvider = {
    issuer,
    grants: {},
    waiting: 0,
    misbehave: {},
    behave() {
      provider.misbehave = {}
    },
    codeFor(nonce, subject = 'subject-1') {
      const code = `code-${codes.size}`
      codes.set(code, { nonce, subject })
      return code
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (provider.misbehave.down) return void response.destroy()
    switch (request.url) {
      case '/.well-known/openid-configuration':
        await provider.misbehave.discovery?.()
        return send(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          end_session_endpoint: `${issuer}/end`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        })
      case '/jwks':
        return send(response, 200, { keys: [keys.jwk] })
      case '/token':
        provider.waiting += 1
        response.once('close', () => {
          provider.waiting -= 1
        })
        return token(new URLSearchParams(await text(request)), response)
      default:
        return send(response, 404, {})
    }
  }

  async function token(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const grant = form.get('grant_type') ?? ''
    provider.grants[grant] = (provider.grants[grant] ?? 0) + 1
    const { tokenAnswer, refresh, lasts = 600 } = provider.misbehave
    if (tokenAnswer) return void response.writeHead(tokenAnswer.status).end(tokenAnswer.body)
    if (grant === 'refresh_token') {
      if (refresh === 'refuse' || form.get('refresh_token') !== refreshToken)
        return send(response, 400, { error: 'invalid_grant' })
      if (typeof refresh === 'function') await refresh()
      if (refresh === 'slow') await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      return send(response, 200, { ...renewed(), expires_in: lasts })
    }
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!known || !form.get('code_verifier')) return send(response, 400, { error: 'invalid_grant' })
    return send(response, 200, { ...renewed(), expires_in: lasts, id_token: await idToken(known) })
  }

  function renewed() {
    refreshToken = `refresh-${Object.values(provider.grants).reduce((sum, count) => sum + count, 0)}`
    return { access_token: `access-${refreshToken}`, token_type: 'Bearer', refresh_token: refreshToken }
  }

  async function idToken({ nonce, subject }: { nonce: string; subject: string }): Promise<string> {
    const { claims = (same) => same, unsigned, foreignKey, rotateKeys } = provider.misbehave
    const now = Math.floor(Date.now() / 1000)
    const told = claims({
      iss: issuer,
      aud: clientId,
      sub: subject,
      nonce,
      iat: now,
      exp: now + 300,
      name: 'Ada Byron',
      email: 'ada@example.org',
    })
    if (unsigned) return new UnsecuredJWT(told).encode()
    if (rotateKeys) keys = await newKey('second')
    const { privateKey, id } = foreignKey ? stranger : keys
    return new SignJWT(told).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey)
  }
}

async function newKey(id: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' } }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
