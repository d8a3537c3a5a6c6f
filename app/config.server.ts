/**
 * The console's configuration: environment variables only, one schema (design §2). Secrets may be read from files
 * (`SESSION_SECRET_FILE=/run/secrets/session`). Missing secrets are generated once, in `DATA_DIR/secrets.json`. Without
 * `OIDC_ISSUER` the console runs in evaluation mode, unless `SEED=none` makes it a real installation.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { ServiceName } from '#contracts/endpoint'
import { roleIds, rootTenantId } from '#contracts/permissions'
import { privateKeyFrom } from './ed25519.server'
import { generatedSecrets } from './generated-secrets.server'

function wholeNumber(lowest: number, highest: number) {
  const error = `must be a whole number from ${lowest} to ${highest}`
  return z.coerce.number({ error }).int({ error }).min(lowest, { error }).max(highest, { error })
}

const httpUrl = z.string().refine(isHttpUrl, { error: 'must be an http:// or https:// address' })

const httpOrigin = httpUrl.refine((value) => !isHttpUrl(value) || isOrigin(value), {
  error: 'must be an origin such as https://host:port, without a path',
})

const httpFolder = httpUrl.refine((value) => !isHttpUrl(value) || isFolder(value), {
  error: 'must be an address such as https://host/folder, without a query and without a password',
})

const headerName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, { error: 'must be a header name' })

/** `name=value`, separated by commas; values may be percent-encoded, as in OpenTelemetry. */
const headersInText = z.string().transform((text, context) => {
  try {
    const pairs = text.split(',').filter((one) => one.trim() !== '')
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=([^\r\n]*)$/.exec(pair) ?? []
        if (name === undefined || value === undefined) throw new TypeError('not a header')
        return [name, decodeURIComponent(value.trim())] as const
      }),
    )
  } catch {
    context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
    return z.NEVER
  }
})

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

const secret = z.string().min(32, { error: 'must have at least 32 characters' })

/** Every variable the console reads, in the order of `.env.example`. */
const variables = {
  PORT: wholeNumber(1, 65535).default(3000).describe('Port that the console listens on.'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a host name of this machine' })
    .optional()
    .describe('Address of this machine to listen on; default: all addresses, in evaluation mode loopback only.'),
  PUBLIC_ORIGIN: httpOrigin
    .optional()
    .describe('Origin that users open in the browser; default http://localhost:PORT.'),
  DATA_DIR: z.string().default('./data').describe('Folder for the console’s own files.'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, { error: 'must be an address such as postgres://user:password@host:5432/database' })
    .optional()
    .describe('PostgreSQL database for the console’s store, shared by replicas; unset: a file in DATA_DIR.'),

  TENANT_API_URL: httpOrigin
    .optional()
    .describe('Origin of the tenant service. Set the origins of all seven services, or none.'),
  SITE_API_URL: httpOrigin.optional().describe('Origin of the site service.'),
  PACKAGE_API_URL: httpOrigin.optional().describe('Origin of the package service.'),
  PRODUCT_API_URL: httpOrigin.optional().describe('Origin of the product (controller model) service.'),
  OPERATIONS_API_URL: httpOrigin.optional().describe('Origin of the operations service.'),
  DEVICE_CONFIGURATION_API_URL: httpOrigin.optional().describe('Origin of the device configuration service.'),
  DESIGNER_API_URL: httpOrigin.optional().describe('Origin of the designer file service.'),
  DESIGNER_ASSETS_URL: httpFolder
    .optional()
    .describe(
      'Folder of the designer’s pages and scripts, served under /designer/; unset: that of the reference services ' +
        'when they run, otherwise no designer is embedded.',
    ),

  OIDC_ISSUER: httpUrl
    .optional()
    .describe('Issuer of the OpenID provider; unset: the built-in provider signs users in.'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id of this console at the provider.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Secret of that client; a public client has none.'),
  OIDC_SCOPES: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .optional()
    .describe(
      'All scopes to request, separated by spaces; unset: openid, OIDC_API_SCOPE, and those of profile, ' +
        'offline_access and email that the provider supports.',
    ),
  OIDC_API_SCOPE: z.string().default('facilities.access').describe('Facilities-access scope of the services.'),
  OIDC_API_AUDIENCE: z
    .string()
    .default('plantroom-api')
    .describe('Audience of the access tokens that the services accept.'),
  OIDC_USERNAME_IS_EMAIL: flag
    .default(false)
    .describe(
      '1: the reference services identify users by a user name that is an email address (Entra), with no other check.',
    ),
  SERVICE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Client at the provider that the console itself uses to remove expired roles; unset: an administrator removes ' +
        'them.',
    ),
  SERVICE_CLIENT_SECRET: z.string().optional().describe('Secret of that client.'),
  SERVICE_SCOPE: z
    .string()
    .optional()
    .describe(
      'Scope requested with that client; default OIDC_API_SCOPE. Entra requires the address of the API followed by ' +
        '/.default.',
    ),
  EVALUATION_IDENTITY_URL: httpOrigin
    .optional()
    .describe('Origin of the built-in provider; default http://127.0.0.1:PORT_BASE without OIDC_ISSUER.'),
  EVALUATION_ON_NETWORK: flag
    .default(false)
    .describe('1: evaluation mode, whose passwords are public, may listen and be reached beyond loopback.'),
  EVALUATION_BACNET_PORT: wholeNumber(0, 65_000)
    .default(0)
    .describe(
      'First UDP port of the controllers that evaluation mode serves on 127.0.0.1 and reads over BACnet/IP; 0 for none. ' +
        '`npm start` sets 47820.',
    ),
  PLAIN_HTTP: flag
    .default(false)
    .describe('1: PUBLIC_ORIGIN and OIDC_ISSUER may be http:// beyond loopback, where traffic can be read in transit.'),

  ENVIRONMENT: z
    .string()
    .default('local')
    .describe('Name that sets the feature flags: local, dev, sbx or qa; any other name turns none on.'),
  FEATURES_FILE: z
    .string()
    .optional()
    .describe(
      'Path of features.json, with overrides per flag. If it is invalid at start, the console exits with 78; if it ' +
        'becomes invalid later, the last valid content applies.',
    ),

  ROOT_TENANT_ID: z.guid().default(rootTenantId).describe('Id of the tenant whose admins are super-admins.'),
  ROLE_ID_ADMIN: z.guid().default(roleIds.admin).describe('Id of the admin role.'),
  ROLE_ID_USER: z.guid().default(roleIds.user).describe('Id of the user role.'),
  TENANT_ID_HEADER: headerName.default('x-tenant-id').describe('Second header that carries the tenant id.'),
  CUSTOMER_ID_HEADER: headerName.default('x-customer-id').describe('Header that carries the customer id.'),

  SESSION_SECRET: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(secret).min(1))
    .optional()
    .describe(
      'Secret that seals tokens at rest; unset: generated once in DATA_DIR. Several, separated by commas: the first ' +
        'seals, all unseal.',
    ),
  TRAIL_SIGNING_KEY: z
    .string()
    .refine((value) => privateKeyFrom(value) !== null, {
      error: 'must be an Ed25519 private key: PKCS8 PEM, or its 32 bytes in base64',
    })
    .optional()
    .describe(
      'Key that signs checkpoints of the audit trail: Ed25519, PKCS8 PEM or base64 of 32 bytes; unset: generated ' +
        'once in DATA_DIR.',
    ),

  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'must be addresses or CIDR ranges' })))
    .describe('Addresses or CIDR ranges of proxies whose X-Forwarded-* headers are trusted, separated by commas.'),
  DRAIN_SECONDS: wholeNumber(0, 600)
    .optional()
    .describe('Maximum wait for running requests at shutdown; default 5 in evaluation mode, otherwise 30.'),
  GRACE_SECONDS: wholeNumber(0, 120)
    .optional()
    .describe(
      'Time at shutdown during which /readyz fails while requests are still served, so that load balancers ' +
        'send them elsewhere; default 0 in evaluation mode, otherwise 5.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),

  ANALYTICS_URL: httpOrigin
    .optional()
    .describe(
      'Origin of a PostHog server that receives which pages and changes are used, without users or content; unset: ' +
        'nothing is reported.',
    ),
  ANALYTICS_KEY: z.string().optional().describe('PostHog project key, required with ANALYTICS_URL.'),

  METRICS_PORT: wholeNumber(1, 65535)
    .optional()
    .describe('Port that serves /metrics to Prometheus; unset: no metrics are collected.'),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a host name of this machine' })
    .default('127.0.0.1')
    .describe('Address of this machine that METRICS_PORT listens on; anyone who can reach it can read the metrics.'),

  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('Collector that receives traces by OTLP over HTTP, without /v1/traces; unset: no traces are sent.'),
  OTEL_EXPORTER_OTLP_HEADERS: headersInText
    .optional()
    .describe('Headers for the collector, such as authorization=Bearer%20…, separated by commas.'),
  OTEL_SERVICE_NAME: z.string().default('plantroom').describe('Name of this console in traces.'),

  SEED: z
    .enum(['demo', 'large', 'none'], { error: 'must be demo, large or none' })
    .default('demo')
    .describe(
      'Content of a new store of the reference services: demo or large for an evaluation; none for a real ' +
        'installation, without demonstration data, public passwords and other shortcuts of an evaluation.',
    ),
  FIRST_ADMIN_EMAIL: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe(
      'With SEED=none: email address of the first administrator. Unset: whoever opens the one-time link that the ' +
        'first start prints. Required with OIDC_ISSUER, which must report it as verified.',
    ),
  FIRST_ADMIN_PASSWORD: z
    .string()
    .min(12, { error: 'must have at least 12 characters' })
    .max(200, { error: 'must have at most 200 characters' })
    .optional()
    .describe(
      'Password of the first administrator at the built-in provider until it is changed; unset: set by the one-time ' +
        'link that the first start prints.',
    ),
  FIRST_ADMIN_SUBJECT: z
    .string()
    .max(255)
    .optional()
    .describe('Subject (sub) of the first administrator at OIDC_ISSUER, instead of a match by verified email address.'),
  SIGN_IN_LINK_FOR: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe(
      'With SEED=none and the built-in provider: email address of a person for whom the start prints a one-time ' +
        'link, such as an administrator who has lost the password. Remove it afterwards.',
    ),

  PORT_BASE: wholeNumber(1, 65527).default(4000).describe('First port of the reference services.'),
  SEED_EPOCH: z.iso
    .datetime({ error: 'must be a UTC time such as 2026-01-01T00:00:00Z' })
    .optional()
    .describe('Date and time that the seed treats as today.'),
  SIM_CONTROL: flag.default(false).describe('1: open the control port of the simulator (PORT_BASE + 8).'),
} as const satisfies Record<string, z.ZodType>

const Environment = z.object(variables)
type Environment = z.infer<typeof Environment>
type Variable = keyof typeof variables

const secretNames: ReadonlySet<Variable> = new Set([
  'ANALYTICS_KEY',
  'DATABASE_URL',
  'FIRST_ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SERVICE_CLIENT_SECRET',
  'SESSION_SECRET',
  'TRAIL_SIGNING_KEY',
])

/** The variable of each service, and its port above PORT_BASE in evaluation mode (design §2). */
export const serviceVariables = {
  tenant: ['TENANT_API_URL', 1],
  site: ['SITE_API_URL', 2],
  package: ['PACKAGE_API_URL', 3],
  product: ['PRODUCT_API_URL', 4],
  operations: ['OPERATIONS_API_URL', 5],
  'device-configuration': ['DEVICE_CONFIGURATION_API_URL', 6],
  designer: ['DESIGNER_API_URL', 7],
} as const satisfies Record<ServiceName, readonly [Variable, number]>

export interface Config {
  port: number
  /** Addresses to listen on; empty for every address of the machine. */
  hosts: readonly string[]
  /** The one origin of the console, without a trailing slash: `https://plantroom.example`. */
  publicOrigin: string
  /** Whether the public origin is https: Secure cookies, HSTS. */
  secure: boolean
  dataDir: string
  /** URL of the store's database; null for a file in `dataDir`. */
  databaseUrl: string | null
  /** Returns the origin of a backend service; the contract adds the base path. */
  service(name: ServiceName): string
  /** True when the seven services are the reference services started with the console. */
  referenceServices: boolean
  /** Base URL of the designer's browser assets, without a trailing slash; null when no designer is embedded. */
  designerAssets: string | null
  oidc: {
    issuer: string
    clientId: string
    clientSecret: string | null
    /** Null for the usual scopes that the provider supports. */
    scopes: string[] | null
    apiScope: string
    apiAudience: string
  }
  /** The client of the console's service account; null when it has none. */
  ownClient: { clientId: string; clientSecret: string; scope: string } | null
  /** The built-in provider; null when people sign in elsewhere. */
  builtInIdentity: { url: string } | null
  /** Set in evaluation mode: people of the demonstration, with public passwords, sign in at the built-in provider. */
  evaluation: { onNetwork: boolean; bacnetPort: number } | null
  /** The content of a new store of the reference services; `none` in a real installation. */
  seed: 'demo' | 'large' | 'none'
  firstAdmin: { email: string | null; password: string | null; subject: string | null }
  signInLinkFor: string | null
  environment: string
  featuresFile: string | null
  rootTenantId: string
  roleIds: { admin: string; user: string }
  tenantIdHeader: string
  customerIdHeader: string
  /** The first seals, every one opens. */
  sessionSecrets: string[]
  /** Null for the key generated in the data folder. */
  trailSigningKey: string | null
  trustedProxies: string[]
  graceSeconds: number
  drainSeconds: number
  logLevel: string
  /** Receiver of usage statistics; null for none. */
  analytics: { url: string; key: string } | null
  /** Address of the metrics endpoint; null for none. */
  metrics: { host: string; port: number } | null
  /** Receiver of traces; null for none. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string } | null
  portBase: number
  seedEpoch: string | null
  simControl: boolean
}

/** Invalid configuration: one line per problem, never a secret's value. Commands exit 78 on it. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigurationError'
  }
}

let cached: Config | undefined

/** Returns the configuration of this process, read once. Throws `ConfigurationError`. */
export function config(): Config {
  cached ??= readConfig(process.env)
  return cached
}

/** Reads a configuration from variables. Throws `ConfigurationError` with every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { given: values, problems } = withSecretFiles(env)
  const parsed = Environment.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${String(issue.path[0])}: ${wording(issue)}`)
    throw new ConfigurationError([...new Set(problems)])
  }
  problems.push(...crossCheck(parsed.data))
  if (problems.length > 0) throw new ConfigurationError(problems)
  return toConfig(parsed.data)
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') return 'must be addresses or CIDR ranges'
  return issue.message
}

/** Applies `NAME_FILE`, which contains the path of a secret; an empty variable counts as unset. */
function withSecretFiles(env: Record<string, string | undefined>) {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of Object.keys(variables) as Variable[]) {
    const value = env[name]
    if (value !== undefined && value !== '') values[name] = value
    const file = secretNames.has(name) ? env[`${name}_FILE`] : undefined
    if (!file) continue
    if (values[name] !== undefined) {
      problems.push(`${name}: is set twice, directly and as ${name}_FILE`)
      continue
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE: cannot be read`)
    }
  }
  return { given: values, problems }
}

/** Returns the problems between variables. */
function crossCheck(env: Environment): string[] {
  const problems: string[] = []
  const names = Object.values(serviceVariables).map(([name]) => name)
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < names.length) {
    for (const name of missing) problems.push(`${name}: is missing; set the addresses of all services, or none`)
  }
  if (Boolean(env.ANALYTICS_URL) !== Boolean(env.ANALYTICS_KEY)) {
    const missing = env.ANALYTICS_URL ? 'ANALYTICS_KEY' : 'ANALYTICS_URL'
    problems.push(`${missing}: is missing; set both or neither`)
  }
  const isBuiltIn = hasBuiltInIdentity(env)
  const isEvaluation = isBuiltIn && env.SEED !== 'none'
  problems.push(...installationProblems(env, isBuiltIn))
  if (!isBuiltIn && !env.OIDC_CLIENT_ID) problems.push('OIDC_CLIENT_ID: is required with OIDC_ISSUER')
  if (env.SERVICE_CLIENT_ID && !env.SERVICE_CLIENT_SECRET)
    problems.push('SERVICE_CLIENT_SECRET: is required with SERVICE_CLIENT_ID')
  if (env.SERVICE_CLIENT_SECRET && !env.SERVICE_CLIENT_ID)
    problems.push('SERVICE_CLIENT_ID: is required with SERVICE_CLIENT_SECRET')
  if (env.SERVICE_CLIENT_ID && env.SERVICE_CLIENT_ID === (env.OIDC_CLIENT_ID ?? evaluationClient))
    problems.push('SERVICE_CLIENT_ID: is the client of OIDC_CLIENT_ID, which signs users in; use a separate client')
  if (!isEvaluation && env.DATABASE_URL && !env.SESSION_SECRET) {
    problems.push('SESSION_SECRET: is required with DATABASE_URL; replicas open each other’s sessions with it')
  }
  if (isEvaluation && env.HOST && !isLoopback(env.HOST) && !env.EVALUATION_ON_NETWORK) {
    problems.push(
      'HOST: is not loopback, and the passwords of evaluation mode are public; EVALUATION_ON_NETWORK=1 allows it',
    )
  }
  const allowsPlainHttp = env.PLAIN_HTTP || (isEvaluation && env.EVALUATION_ON_NETWORK)
  for (const name of ['PUBLIC_ORIGIN', 'OIDC_ISSUER'] as const) {
    if (env[name] && isPlainBeyondLoopback(env[name]) && !allowsPlainHttp)
      problems.push(`${name}: is http:// beyond loopback, where traffic can be read in transit; PLAIN_HTTP=1 allows it`)
  }
  return problems
}

/** Returns the problems of what only a real installation has, or must not have. */
function installationProblems(env: Environment, isBuiltIn: boolean): string[] {
  const problems: string[] = []
  if (env.SEED !== 'none') {
    for (const name of [
      'FIRST_ADMIN_EMAIL',
      'FIRST_ADMIN_PASSWORD',
      'FIRST_ADMIN_SUBJECT',
      'SIGN_IN_LINK_FOR',
    ] as const)
      if (env[name]) problems.push(`${name}: is only for SEED=none; an evaluation has people of its own`)
    return problems
  }
  if (env.SIM_CONTROL) problems.push('SIM_CONTROL: does not exist with SEED=none')
  if (env.FIRST_ADMIN_PASSWORD && !isBuiltIn)
    problems.push('FIRST_ADMIN_PASSWORD: people sign in at OIDC_ISSUER, which has their passwords')
  if (env.SIGN_IN_LINK_FOR && !isBuiltIn) problems.push('SIGN_IN_LINK_FOR: people sign in at OIDC_ISSUER')
  if (env.FIRST_ADMIN_SUBJECT && isBuiltIn) problems.push('FIRST_ADMIN_SUBJECT: is only for OIDC_ISSUER')
  for (const name of ['FIRST_ADMIN_PASSWORD', 'FIRST_ADMIN_SUBJECT'] as const)
    if (env[name] && !env.FIRST_ADMIN_EMAIL) problems.push(`FIRST_ADMIN_EMAIL: is required with ${name}`)
  return problems
}

function hasBuiltInIdentity(env: Environment): boolean {
  return !env.OIDC_ISSUER || env.EVALUATION_IDENTITY_URL !== undefined
}

const loopback = ['127.0.0.1', '::1']
/** The console's client id at the built-in provider. */
const evaluationClient = 'plantroom'

function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/i.test(host)
}

function isPlainBeyondLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

function toConfig(env: Environment): Config {
  const publicOrigin = new URL(env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`).origin
  const builtInIdentity = hasBuiltInIdentity(env)
    ? { url: origin(env.EVALUATION_IDENTITY_URL ?? `http://127.0.0.1:${env.PORT_BASE}`) }
    : null
  const evaluation =
    builtInIdentity && env.SEED !== 'none'
      ? { onNetwork: env.EVALUATION_ON_NETWORK, bacnetPort: env.EVALUATION_BACNET_PORT }
      : null
  const dataDir = resolve(env.DATA_DIR)
  const sessionSecrets = env.SESSION_SECRET ?? [generatedSecrets(dataDir).sessionSecret]
  const clientSecret = env.OIDC_CLIENT_SECRET ?? (builtInIdentity ? generatedSecrets(dataDir).clientSecret : null)
  return {
    port: env.PORT,
    hosts: env.HOST ? [env.HOST] : evaluation && !evaluation.onNetwork ? loopback : [],
    publicOrigin,
    secure: publicOrigin.startsWith('https:'),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    service(name) {
      const [variable, offset] = serviceVariables[name]
      return origin(env[variable] ?? `http://127.0.0.1:${env.PORT_BASE + offset}`)
    },
    referenceServices: env.TENANT_API_URL === undefined,
    designerAssets: designerAssetsOf(env),
    oidc: {
      issuer: env.OIDC_ISSUER ?? `${publicOrigin}/identity`,
      clientId: env.OIDC_CLIENT_ID ?? evaluationClient,
      clientSecret,
      scopes: env.OIDC_SCOPES ?? null,
      apiScope: env.OIDC_API_SCOPE,
      apiAudience: env.OIDC_API_AUDIENCE,
    },
    ownClient: ownClientOf(env),
    builtInIdentity,
    evaluation,
    seed: env.SEED,
    firstAdmin: {
      email: env.FIRST_ADMIN_EMAIL ?? null,
      password: env.FIRST_ADMIN_PASSWORD ?? null,
      subject: env.FIRST_ADMIN_SUBJECT ?? null,
    },
    signInLinkFor: env.SIGN_IN_LINK_FOR ?? null,
    environment: env.ENVIRONMENT,
    featuresFile: env.FEATURES_FILE ?? null,
    rootTenantId: env.ROOT_TENANT_ID,
    roleIds: { admin: env.ROLE_ID_ADMIN, user: env.ROLE_ID_USER },
    tenantIdHeader: env.TENANT_ID_HEADER,
    customerIdHeader: env.CUSTOMER_ID_HEADER,
    sessionSecrets,
    trailSigningKey: env.TRAIL_SIGNING_KEY ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    graceSeconds: env.GRACE_SECONDS ?? (evaluation ? 0 : 5),
    drainSeconds: env.DRAIN_SECONDS ?? (evaluation ? 5 : 30),
    logLevel: env.LOG_LEVEL,
    analytics:
      env.ANALYTICS_URL && env.ANALYTICS_KEY ? { url: origin(env.ANALYTICS_URL), key: env.ANALYTICS_KEY } : null,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/(?<!\/)\/+$/, ''),
            headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: env.OTEL_SERVICE_NAME,
          },
    portBase: env.PORT_BASE,
    seedEpoch: env.SEED_EPOCH ?? null,
    simControl: env.SIM_CONTROL,
  }
}

function ownClientOf(env: Environment): Config['ownClient'] {
  const { SERVICE_CLIENT_ID: clientId, SERVICE_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret) return null
  return { clientId, clientSecret, scope: env.SERVICE_SCOPE ?? env.OIDC_API_SCOPE }
}

function designerAssetsOf(env: Environment): string | null {
  if (env.DESIGNER_ASSETS_URL) return new URL(env.DESIGNER_ASSETS_URL).href.replace(/\/$/, '')
  if (env.TENANT_API_URL) return null
  return `http://127.0.0.1:${env.PORT_BASE + serviceVariables.designer[1]}/assets`
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname } = new URL(value)
  return /^postgres(?:ql)?:$/.test(protocol) && pathname.length > 1
}

function isOrigin(value: string): boolean {
  const url = new URL(value)
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

function isFolder(value: string): boolean {
  const { search, hash, username, password } = new URL(value)
  return search === '' && hash === '' && username === '' && password === ''
}

function origin(value: string): string {
  return new URL(value).origin
}

/** Returns every variable with its meaning and its default, for `.env.example`. */
export function describeVariables(): { name: string; meaning: string; fallback: string; secret: boolean }[] {
  const empty = Environment.parse({}) as Record<string, unknown>
  return (Object.keys(variables) as Variable[]).map((name) => ({
    name,
    meaning: variables[name].description ?? '',
    fallback: asText(empty[name]),
    secret: secretNames.has(name),
  }))
}

function asText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return String(value)
}
