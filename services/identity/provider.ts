/** The built-in OpenID provider, for the people of an evaluation or of a real installation (design §2, §9). */
import type { Configuration, interactionPolicy, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { ServiceSettings } from '../kit/settings'
import type { Store } from '../kit/store'
import type { Account, Directory } from './directory'
import { adapterFor, revokeGrant, type Secrets } from './grants'
import { errorPage, pageLanguageOf, sendPage, signedOutPage, signOutPage } from './pages'

interface Parts {
  /** The library's class; loaded on demand. */
  OpenIdProvider: typeof Provider
  policy: typeof interactionPolicy
  settings: ServiceSettings
  directory: Directory
  grants: Store
  secrets: Secrets
}

const minute = 60
const day = 86_400

/** Returns the provider. */
export function createProvider(parts: Parts): Provider {
  const { OpenIdProvider, settings } = parts
  const provider = new OpenIdProvider(settings.issuer, configurationOf(parts))
  provider.proxy = true
  provider.use(leaveWhenSignedOut)
  return provider
}

function configurationOf({ policy, settings, directory, grants, secrets }: Parts): Configuration {
  const { apiAudience, apiScope } = settings
  const resource = URL.canParse(apiAudience) ? apiAudience : `urn:plantroom:${encodeURIComponent(apiAudience)}`
  return {
    adapter: adapterFor(grants),
    clients: clientsOf(settings),
    jwks: { keys: [secrets.signingKey] },
    cookies: { keys: secrets.cookieKeys },
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', guestClaim],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      ClientCredentials: 10 * minute,
      IdToken: 60 * minute,
      Interaction: 60 * minute,
      RefreshToken: 14 * day,
      Session: 14 * day,
      Grant: 14 * day,
    },
    findAccount: async (_ctx, id) => {
      const account = directory.find(id)
      return account && { accountId: id, claims: async () => claimsOf(account) }
    },
    extraTokenClaims: async (_ctx, token) => {
      // No person: it is identified by its client.
      if (token.kind === 'ClientCredentials') return { preferred_username: token.clientId, name: token.clientId }
      const account = 'accountId' in token && token.accountId ? directory.find(token.accountId) : undefined
      if (!account) return undefined
      const { email, email_verified, preferred_username, name } = claimsOf(account)
      return { email, email_verified, preferred_username, name, ...(account.isGuest && { [guestClaim]: true }) }
    },
    loadExistingGrant: (ctx) => grantWithoutConsent(ctx, { resource, apiScope }),
    // Revoking a token does not end other sign-ins of the same person.
    revokeGrantPolicy: ({ oidc }) => oidc.route !== 'revocation',
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: settings.ownClient !== null },
      resourceIndicators: resourceIndicatorsOf(settings, resource),
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => signOut(ctx, { form, grants, settings }),
        postLogoutSuccessSource: async (ctx) => sendPage(ctx, signedOutPage(pageLanguageOf(ctx), settings)),
      },
    },
    interactions: {
      url: async (_ctx, { uid }) => `/identity/interaction/${uid}`,
      policy: signInPolicy(policy, directory),
    },
    renderError: async (ctx, { error, error_description }) =>
      sendPage(ctx, errorPage(pageLanguageOf(ctx), settings, [error, error_description].filter(Boolean).join(': '))),
  }
}

/** Returns the console as a client of people, and as a client of its own where it has one. */
function clientsOf({ publicOrigin, client, ownClient }: ServiceSettings): Configuration['clients'] {
  return [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [`${publicOrigin}/login/callback`],
      post_logout_redirect_uris: [`${publicOrigin}/login`, `${publicOrigin}/`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'web',
    },
    ...(ownClient
      ? [
          {
            client_id: ownClient.id,
            client_secret: ownClient.secret,
            redirect_uris: [],
            grant_types: ['client_credentials'],
            response_types: [],
          },
        ]
      : []),
  ]
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Returns access tokens that are a JWT for the API whenever its scope is requested; opaque otherwise. */
function resourceIndicatorsOf({ apiAudience, apiScope }: ServiceSettings, resource: string): ResourceIndicators {
  return {
    enabled: true,
    defaultResource: async ({ oidc }, _client, oneOf) =>
      oneOf ??
      (String(oidc.params?.scope ?? '')
        .split(' ')
        .includes(apiScope)
        ? resource
        : []),
    useGrantedResource: async () => true,
    getResourceServerInfo: async () => ({
      scope: apiScope,
      audience: apiAudience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: 10 * minute,
      jwt: { sign: { alg: 'RS256' } },
    }),
  }
}

/** Returns the grant of a signed-in person. The console is the only client and trusted: no consent screen. */
async function grantWithoutConsent(
  { oidc }: KoaContextWithOIDC,
  { resource, apiScope }: { resource: string; apiScope: string },
) {
  const { client, session, provider } = oidc
  const accountId = session?.accountId
  if (!client || !accountId) return undefined
  const existingGrantId = session.grantIdFor(client.clientId)
  const grant =
    (existingGrantId && (await provider.Grant.find(existingGrantId))) ||
    new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope('openid profile email offline_access')
  grant.addResourceScope(resource, apiScope)
  await grant.save()
  return grant
}

/** The claim of tokens with which only reads are allowed. */
const guestClaim = 'plantroom_guest'

/** Returns the usual policy; in addition, the guest is never signed in for a person, nor a person for the guest. */
function signInPolicy(policy: typeof interactionPolicy, { find, guest }: Directory) {
  const prompts = policy.base()
  const isOther = ({ oidc }: KoaContextWithOIDC) => {
    const { accountId } = oidc.session ?? {}
    const isGuest = accountId ? find(accountId)?.isGuest === true : false
    return accountId !== undefined && isGuest !== (guest !== undefined && oidc.params?.login_hint === guest.login)
  }
  prompts.get('login')?.checks.add(new policy.Check('other_account', 'Another account signs in', isOther))
  return prompts
}

const claimsOf = ({ id, login, firstName, lastName, email, language, isGuest }: Account) => ({
  sub: id,
  email,
  email_verified: true,
  name: `${firstName} ${lastName}`.trim() || email,
  given_name: firstName,
  family_name: lastName,
  preferred_username: login,
  locale: language,
  [guestClaim]: isGuest || undefined,
})

interface SignOut {
  form: string
  grants: Store
  settings: ServiceSettings
}

/**
 * Signs out without a question when the request has an ID token of the same session. All other requests see the
 * question: a user name is public, and any site can send a browser here.
 */
async function signOut(ctx: KoaContextWithOIDC, { form, grants, settings }: SignOut): Promise<void> {
  const { session, entities } = ctx.oidc
  const token = entities.IdTokenHint as { payload?: { sub?: string } } | undefined
  if (!session?.accountId || token?.payload?.sub !== session.accountId) {
    return sendPage(ctx, signOutPage(pageLanguageOf(ctx), settings, form))
  }
  for (const { grantId } of Object.values(session.authorizations ?? {})) if (grantId) revokeGrant(grants, grantId)
  await session.destroy()
  ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null)
  leave(ctx)
}

/** Redirects at once when nobody is signed in, instead of a form that submits itself. */
async function leaveWhenSignedOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const { oidc } = ctx
  if (oidc?.route === 'end_session' && ctx.status === 200 && oidc.session && !oidc.session.accountId) leave(ctx)
}

function leave(ctx: KoaContextWithOIDC): void {
  const { params, provider, client } = ctx.oidc
  const redirectUri = client && params?.post_logout_redirect_uri
  const target = new URL(typeof redirectUri === 'string' ? redirectUri : provider.urlFor('end_session_success'))
  if (redirectUri && typeof params?.state === 'string') target.searchParams.set('state', params.state)
  ctx.status = 303
  ctx.redirect(target.href)
}
