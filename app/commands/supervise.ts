/**
 * Starts the console and what it needs beside it as processes of their own, says where it is and who can sign in,
 * starts again what ends without being asked to, and stops all of them: the console first, because what it still
 * answers needs the others (design §2).
 */
import { fileURLToPath } from 'node:url'
import { type Config, ConfigurationError, readConfig } from '~/config.server'
import { openDataFolder, UnusableFile, UnwritableFolder } from '~/data-folder.server'
import { consoleCommand, consoleEnvironment } from './console-command'
import { evaluationPeople } from './evaluation-people'
import { KeptProgram, type Program } from './kept-program'

export type Mode = 'start' | 'dev' | 'preview' | 'services'

/** How long, ms, a program may take to stop; the console, after what it lets run. */
const longestStop = 4_500

/** A file of the build, from whichever folder it is started. */
const built = (path: string) => fileURLToPath(new URL(`../../build/${path}`, import.meta.url))

/** How often we look whether npm is still there. */
const watchEvery = 300

/**
 * Runs until a signal, or until one of the processes cannot be kept; the exit code. `parent` is the process that started the
 * command: npm hands a SIGTERM to its shell only, and the shell ends without a word to us.
 */
export async function supervise(mode: Mode, { argv, parent }: { argv: string[]; parent: number }): Promise<number> {
  const env = environmentFor(mode, argv)
  const config = configured(env)
  if (typeof config === 'number') return config
  const programs = programsFor(mode, { config, env })
  let finish: (code: number) => void = () => {}
  const finished = new Promise<number>((resolve) => {
    finish = resolve
  })
  process.once('SIGINT', () => finish(0))
  process.once('SIGTERM', () => finish(0))
  process.once('SIGHUP', () => finish(0))
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && finish(0), watchEvery).unref()
  const running = programs.map((program) => new KeptProgram(program, finish))
  const isThere = () => answers(`http://127.0.0.1:${config.port}/login`)
  Promise.all(running.map((program) => program.ready(isThere))).then(() => announce(mode, config))
  const code = await finished
  for (const program of running.reverse()) await program.stop()
  return code
}

/** `remix-serve` passes nothing on to the built-in provider, so in a preview browsers go to it themselves. */
function environmentFor(mode: Mode, argv: string[]): NodeJS.ProcessEnv {
  const seed = argv.includes('--seed') ? argv[argv.indexOf('--seed') + 1] : undefined
  const env: NodeJS.ProcessEnv = { ...process.env, ...(seed && { SEED: seed }) }
  if (mode !== 'preview' || env.OIDC_ISSUER) return env
  const identityUrl = `http://127.0.0.1:${env.PORT_BASE || 4000}`
  return { ...env, OIDC_ISSUER: `${identityUrl}/identity`, EVALUATION_IDENTITY_URL: identityUrl }
}

function configured(env: NodeJS.ProcessEnv): Config | number {
  try {
    const config = readConfig(env)
    openDataFolder(config.dataDir)
    return config
  } catch (error) {
    if (error instanceof ConfigurationError) {
      for (const problem of error.problems) console.error(problem)
      return 78
    }
    if (!(error instanceof UnwritableFolder || error instanceof UnusableFile)) throw error
    console.error(error.message)
    return error instanceof UnusableFile ? 78 : 1
  }
}

function programsFor(mode: Mode, { config, env }: { config: Config; env: NodeJS.ProcessEnv }): Program[] {
  const services: Program = {
    name: 'services',
    command: [built('services/main.js')],
    env: servicesEnvironment(config),
    reports: true,
    longestStop,
  }
  const beside = config.referenceServices || config.builtInIdentity ? [services] : []
  switch (mode) {
    case 'services':
      return [{ ...services, env: { ...services.env, HOST: config.hosts[0] ?? '127.0.0.1' } }]
    case 'dev':
      return [
        ...beside,
        remix(['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', '--config', 'remix.config.js'], 'development'),
      ]
    case 'preview':
      return [...beside, remix(['node_modules/@remix-run/serve/dist/cli.js', built('server/index.js')], 'production')]
    case 'start':
      return [...beside, { ...remix(consoleCommand(built('server/index.js')), 'production'), reports: true }]
  }

  function remix(command: string[], environment: 'development' | 'production'): Program {
    return {
      name: 'console',
      command,
      env: {
        ...consoleEnvironment,
        ...env,
        NODE_ENV: environment,
        PORT: String(config.port),
        HOST: mode === 'preview' ? config.hosts[0] : env.HOST,
      },
      reports: false,
      longestStop: longestStop + (config.graceSeconds + config.drainSeconds) * 1000,
    }
  }
}

/** The services know the same secrets and addresses as the console, whether they were given or made. */
function servicesEnvironment(config: Config): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT_BASE: String(config.portBase),
    DATA_DIR: config.dataDir,
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: config.publicOrigin,
    OIDC_ISSUER: config.oidc.issuer,
    OIDC_CLIENT_ID: config.oidc.clientId,
    OIDC_CLIENT_SECRET: config.oidc.clientSecret ?? '',
    SERVICE_CLIENT_ID: config.ownClient?.clientId ?? '',
    SERVICE_CLIENT_SECRET: config.ownClient?.clientSecret ?? '',
    OIDC_API_SCOPE: config.oidc.apiScope,
    OIDC_API_AUDIENCE: config.oidc.apiAudience,
    ROOT_TENANT_ID: config.rootTenantId,
    ROLE_ID_ADMIN: config.roleIds.admin,
    ROLE_ID_USER: config.roleIds.user,
    EVALUATION_ON_NETWORK: config.evaluation?.onNetwork ? '1' : '0',
    EVALUATION_BACNET_PORT: String(config.evaluation?.bacnetPort ?? 0),
    RUN_IDENTITY: config.builtInIdentity ? '1' : '0',
    SIM_CONTROL: config.simControl ? '1' : '0',
    SEED: config.seed,
    FIRST_ADMIN_EMAIL: config.firstAdmin.email ?? '',
    FIRST_ADMIN_PASSWORD: config.firstAdmin.password ?? '',
    FIRST_ADMIN_SUBJECT: config.firstAdmin.subject ?? '',
    SIGN_IN_LINK_FOR: config.signInLinkFor ?? '',
    ...(config.seedEpoch ? { SEED_EPOCH: config.seedEpoch } : {}),
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  )
}

function announce(mode: Mode, config: Config): void {
  const lines = ['']
  if (mode === 'services')
    lines.push(
      `The reference services are listening on ${config.hosts[0] ?? '127.0.0.1'}, ` +
        `ports ${config.portBase} to ${config.portBase + 7}.`,
    )
  else lines.push(`Plantroom is at ${config.publicOrigin}`)
  if (config.evaluation && mode !== 'services') {
    lines.push('', 'Evaluation mode, with reference services and a separate sign-in. Password of every user: plantroom')
    for (const { login, role } of evaluationPeople) lines.push(`  ${login.padEnd(8)} ${role}`)
  }
  lines.push('', `Environment ${config.environment}: ${flagsLine(config.environment)} Data in ${config.dataDir}`, '')
  console.log(lines.join('\n'))
}

function flagsLine(environment: string): string {
  if (['local', 'dev', 'sbx'].includes(environment)) return 'every feature flag is on.'
  if (environment === 'qa') return 'the feature flags of qa are on.'
  return 'no feature flag is on; only local, dev, sbx and qa turn flags on.'
}
