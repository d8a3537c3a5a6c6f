/**
 * `npm run config` checks the configuration and prints it without secrets;
 * `npm run config -- --example` writes `.env.example`.
 */
import { writeFileSync } from 'node:fs'
import { ConfigurationError, describeVariables, readConfig } from '~/config.server'
import { ProviderUnavailable, provider } from '~/session/provider.server'
import { scopesFor } from '~/session/strategy.server'
import { exampleEnvironment } from './example-environment'

if (process.argv.includes('--example')) {
  writeFileSync('.env.example', exampleEnvironment(describeVariables()))
} else {
  await print()
}

async function print() {
  try {
    const { databaseUrl, oidc, ownClient, sessionSecrets, trailSigningKey, traces, service, ...rest } = readConfig(
      process.env,
    )
    const shown = {
      ...rest,
      databaseUrl: databaseUrl === null ? null : withoutPassword(databaseUrl),
      tenantService: service('tenant'),
      oidc: { ...oidc, clientSecret: oidc.clientSecret ? '(set)' : null },
      ownClient: ownClient && { ...ownClient, clientSecret: '(set)' },
      provider: await providerTold(),
      sessionSecrets: sessionSecrets.length,
      trailSigningKey: trailSigningKey ? '(set)' : null,
      traces: traces && { ...traces, headers: Object.keys(traces.headers) },
    }
    console.log(JSON.stringify(shown, null, 2))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const problem of error.problems) console.error(problem)
    process.exitCode = 78
  }
}

/** What the provider says of itself, or why it cannot be asked. The evaluation provider runs only beside the console. */
async function providerTold() {
  try {
    const known = await provider()
    const { issuer, id_token_signing_alg_values_supported: algorithms, scopes_supported: scopes = null } = known
    return { issuer, algorithms, scopes, requestedScopes: scopesFor(known) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return error.message
  }
}

/** The query is left out too: a password may stand there. */
function withoutPassword(address: string): string {
  const { protocol, username, password, host, pathname } = new URL(address)
  const who = username && `${username}${password && ':(set)'}@`
  return `${protocol}//${who}${host}${pathname}`
}
