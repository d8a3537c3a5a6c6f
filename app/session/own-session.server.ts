/**
 * The session in which the console acts as itself: with a client of its own at the provider and no person behind it
 * (RFC 6749 §4.4). It is a session like anybody's, its token sealed in the store, and lasts as long as what it is for.
 */
import { type Config, config } from '~/config.server'
import { provider } from './provider.server'
import { insertSession, type Session } from './session.server'
import { tokensForClient } from './tokens.server'

type OwnClient = NonNullable<Config['ownClient']>

/** Who the console is when it acts as itself. */
export function ownPerson({ clientId }: OwnClient): Session['person'] {
  return { issuer: config().oidc.issuer, subject: clientId, name: clientId, email: null, username: null }
}

/** Signs the console in as itself. Throws TokenRefused, or ProviderTrouble. */
export async function ownSession(client: OwnClient): Promise<Session> {
  const tokens = await tokensForClient(await provider(), client, client.scope)
  const person = ownPerson(client)
  const { session } = await insertSession({ person, tokens, place: null })
  return session
}
