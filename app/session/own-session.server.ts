/**
 * The session of the console's service account: its own client at the provider, without a person (RFC 6749 §4.4). It is
 * stored like any session, its token sealed, and ends when the work it was started for is done.
 */
import { type Config, config } from '~/config.server'
import { provider } from './provider.server'
import { insertSession, type Session } from './session.server'
import { tokensForClient } from './tokens.server'

type OwnClient = NonNullable<Config['ownClient']>

/** Returns the service account as the actor of a session. */
export function ownPerson({ clientId }: OwnClient): Session['person'] {
  return { issuer: config().oidc.issuer, subject: clientId, name: clientId, email: null, username: null }
}

/** Signs the service account in. Throws `TokenRefused` or `ProviderUnavailable`. */
export async function ownSession(client: OwnClient): Promise<Session> {
  const tokens = await tokensForClient(await provider(), client, client.scope)
  const person = ownPerson(client)
  const { session } = await insertSession({ person, tokens, place: null })
  return session
}
