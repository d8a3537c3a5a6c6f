/** A small OpenID provider that can be told to misbehave: real HTTP, real signatures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

type Change<T = JWTPayload> = (honest: T) => T

export interface TestProvider {
  issuer: string
  /** Grants asked for so far, by `grant_type`. */
  grants: Record<string, number>
  /** Grants asked for whose answer nobody has yet, or will ever have. */
  waiting: number
  /** Refresh tokens that the provider was told to forget. */
  revoked: string[]
  /** How the next answers differ from honest ones; reset by `behave`. */
  misbehave: {
    claims?: Change
    unsigned?: boolean
    foreignKey?: boolean
    rotateKeys?: boolean
    tokenAnswer?: { status: number; body: string }
    /** The members of an honest token answer. */
    tokens?: Change<object>
    /** A function is what happens meanwhile. */
    refresh?: 'refuse' | 'slow' | (() => Promise<void>)
    /** What happens before the discovery document is given. */
    discovery?: () => Promise<void>
    /** The members of the discovery document. */
    document?: Change<object>
    /** What stands before the document's text. */
    documentBegins?: string
    /** Where whoever asks for the document is sent first. */
    documentMoved?: string
    /** The claims of the access token. */
    access?: Change
    /** The access token is signed with a key that nobody else knows. */
    accessForeignKey?: boolean
    lasts?: number
    down?: boolean
  }
  behave(): void
  /** What the person's browser brings back from the provider. */
  codeFor(nonce: string, subject?: string): string
  close(): Promise<void>
}

const movedTo = '/moved/openid-configuration'

/** With an audience the access tokens are JWTs for it; without, they are opaque. */
export async function startProvider(clientId: string, { audience }: { audience?: string } = {}): Promise<TestProvider> {
  let keys = await newKey('first')
  const stranger = await newKey(keys.id)
  const unheardOf = await newKey('unheard-of')
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
    revoked: [],
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
    const {
      down,
      documentMoved,
      discovery,
      documentBegins = '',
      document = (same: object) => same,
    } = provider.misbehave
    if (down) return void response.destroy()
    switch (request.url) {
      case '/.well-known/openid-configuration':
        if (documentMoved) return void response.writeHead(302, { location: documentMoved }).end()
        await discovery?.()
        return send(response, 200, document(described()), documentBegins)
      case movedTo:
        return send(response, 200, document(described()))
      case '/jwks':
        return send(response, 200, { keys: [keys.jwk] })
      case '/revoke':
        provider.revoked.push(new URLSearchParams(await text(request)).get('token') ?? '')
        return send(response, 200, {})
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

  function described() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      revocation_endpoint: `${issuer}/revoke`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }
  }

  async function token(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const grant = form.get('grant_type') ?? ''
    provider.grants[grant] = (provider.grants[grant] ?? 0) + 1
    const { tokenAnswer, refresh, lasts = 600, tokens = (same: object) => same } = provider.misbehave
    if (tokenAnswer) return void response.writeHead(tokenAnswer.status).end(tokenAnswer.body)
    if (grant === 'refresh_token') {
      if (refresh === 'refuse' || form.get('refresh_token') !== refreshToken)
        return send(response, 400, { error: 'invalid_grant' })
      if (typeof refresh === 'function') await refresh()
      if (refresh === 'slow') await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      return send(response, 200, tokens({ ...(await renewed('subject-1')), expires_in: lasts }))
    }
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!known || !form.get('code_verifier')) return send(response, 400, { error: 'invalid_grant' })
    const idToken = await idTokenFor(known)
    return send(response, 200, tokens({ ...(await renewed(known.subject)), expires_in: lasts, id_token: idToken }))
  }

  async function renewed(subject: string) {
    refreshToken = `refresh-${Object.values(provider.grants).reduce((sum, count) => sum + count, 0)}`
    const accessToken = audience ? await accessTokenFor(subject) : `access-${refreshToken}`
    return { access_token: accessToken, token_type: 'Bearer', refresh_token: refreshToken }
  }

  async function accessTokenFor(subject: string): Promise<string> {
    const { access = (same) => same, accessForeignKey } = provider.misbehave
    const now = Math.floor(Date.now() / 1000)
    const told = access({ iss: issuer, aud: audience ?? '', sub: subject, iat: now, nbf: now, exp: now + 600 })
    const { privateKey, id } = accessForeignKey ? unheardOf : keys
    return new SignJWT(told).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey)
  }

  async function idTokenFor({ nonce, subject }: { nonce: string; subject: string }): Promise<string> {
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
    if (rotateKeys) keys = await newKey(`${keys.id}-and-on`)
    const { privateKey, id } = foreignKey ? stranger : keys
    return new SignJWT(told).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey)
  }
}

async function newKey(id: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' } }
}

function send(response: ServerResponse, status: number, body: object, begins = ''): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(begins + JSON.stringify(body))
}
