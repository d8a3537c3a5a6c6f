/**
 * `npm run config` checks the configuration and prints it without secrets;
 * `npm run config -- --example` writes `.env.example`.
 */
import { writeFileSync } from 'node:fs'
import { ConfigurationError, describeVariables, readConfig } from '~/config.server'
import { exampleEnvironment } from './example-environment'

if (process.argv.includes('--example')) {
  writeFileSync('.env.example', exampleEnvironment(describeVariables()))
} else {
  print()
}

function print() {
  try {
    const { oidc, sessionSecrets, trailSigningKey, service, ...rest } = readConfig(process.env)
    const shown = {
      ...rest,
      tenantService: service('tenant'),
      oidc: { ...oidc, clientSecret: oidc.clientSecret ? '(set)' : null },
      sessionSecrets: sessionSecrets.length,
      trailSigningKey: trailSigningKey ? '(set)' : null,
    }
    console.log(JSON.stringify(shown, null, 2))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const problem of error.problems) console.error(problem)
    process.exitCode = 78
  }
}
