/** Settings of the reference services from the environment (design §2). */
import { z } from 'zod'
import { roleIds, rootTenantId } from '../contracts/permissions'

/** What an empty store of an evaluation is seeded with (domain §11). */
export const seedProfiles = ['demo', 'large'] as const
export type SeedProfile = (typeof seedProfiles)[number]

/** `none` is a real installation: no demonstration, no public passwords, no moved clock. */
const profiles = [...seedProfiles, 'none'] as const
export type Profile = (typeof profiles)[number]

const Switch = z
  .enum(['0', '1'])
  .default('0')
  .transform((word) => word === '1')

/** `protocol=program`, separated by commas: links that run in a process of their own. */
const LinkPrograms = z
  .string()
  .regex(/^(\w+=[^,]+(,|$))*$/, 'must be protocol=program, separated by commas')
  .default('')
  .transform((text) =>
    Object.fromEntries(text.split(',').flatMap((one) => (one ? [one.split(/=(.*)/s) as [string, string]] : []))),
  )

const Environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The address of the services and the provider; the control plane stays on loopback. */
  HOST: z.string().default('127.0.0.1'),
  PORT_BASE: z.coerce.number().int().min(1024).max(65_000).default(4000),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_API_AUDIENCE: z.string().min(1).default('plantroom-api'),
  OIDC_API_SCOPE: z.string().min(1).default('facilities.access'),
  OIDC_USERNAME_IS_EMAIL: Switch,
  OIDC_CLIENT_ID: z.string().min(1).default('plantroom-console'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  SERVICE_CLIENT_ID: z.string().min(1).optional(),
  SERVICE_CLIENT_SECRET: z.string().min(1).optional(),
  ROOT_TENANT_ID: z.string().min(1).default(rootTenantId),
  ROLE_ID_ADMIN: z.string().min(1).default(roleIds.admin),
  ROLE_ID_USER: z.string().min(1).default(roleIds.user),
  TENANT_ID_HEADER: z.string().min(1).default('x-tenant-id'),
  CUSTOMER_ID_HEADER: z.string().min(1).default('x-customer-id'),
  SEED_EPOCH: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  SEED: z.enum(profiles).default('demo'),
  FIRST_ADMIN_EMAIL: z.string().max(254).optional(),
  FIRST_ADMIN_PASSWORD: z.string().optional(),
  FIRST_ADMIN_SUBJECT: z.string().max(255).optional(),
  SIGN_IN_LINK_FOR: z.string().max(254).optional(),
  SIM_CONTROL: Switch,
  RUN_IDENTITY: z
    .enum(['0', '1'])
    .default('1')
    .transform((word) => word === '1'),
  EVALUATION_ON_NETWORK: Switch,
  /** The first port of the controllers that an evaluation serves as BACnet devices; 0 for none. */
  EVALUATION_BACNET_PORT: z.coerce.number().int().min(0).max(65_000).default(0),
  LINK_PROGRAMS: LinkPrograms,
  /** Where site agents connect; they cannot without it. */
  AGENT_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** PostgreSQL for what links measure; files in the data folder without it. */
  SAMPLES_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface ServiceSettings {
  host: string
  portBase: number
  dataDir: string
  publicOrigin: string
  issuer: string
  /** The address for requests to the issuer; differs from `issuer` when the provider runs in this process. */
  issuerAddress: string
  apiAudience: string
  apiScope: string
  /** Whether a user name that looks like an e-mail address counts as verified. */
  usernameIsEmail: boolean
  client: { id: string; secret: string }
  /** The client the console uses without a person; null without one. */
  ownClient: { id: string; secret: string } | null
  rootTenantId: string
  roleIds: { admin: string; user: string }
  headers: { tenant: string; customer: string }
  /** Milliseconds; undefined = today 00:00 UTC when the seed is written. */
  seedEpoch: number | undefined
  profile: Profile
  /** The administrator of a real installation in which nobody has signed in yet; null where it is not known. */
  firstAdmin: { email: string; password: string | null; subject: string | null } | null
  /** E-mail address of somebody for whom the start prints a one-time link; null for nobody. */
  signInLinkFor: string | null
  simControl: boolean
  runIdentity: boolean
  onNetwork: boolean
  /** The first port of the controllers that an evaluation serves as BACnet devices; null for none. */
  evaluationPort: number | null
  /** The programs of links, by protocol. */
  linkPrograms: Readonly<Record<string, string>>
  /** Where site agents connect; null when they cannot. */
  agentPort: number | null
  /** The PostgreSQL database of what links measure; null for files in the data folder. */
  samplesDatabaseUrl: string | null
  logLevel: string
}

export type SettingsResult = { ok: true; settings: ServiceSettings } | { ok: false; problems: string[] }

/** Reads the environment; each problem is one actionable line. */
export function readSettings(environment: Record<string, string | undefined>): SettingsResult {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  }
  const env = parsed.data
  const problems = env.SEED === 'none' ? problemsOfInstallation(env) : []
  if (problems.length) return { ok: false, problems }
  const publicOrigin = env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).origin : `http://localhost:${env.PORT}`
  const issuer = (env.OIDC_ISSUER ?? `${publicOrigin}/identity`).replace(/\/$/, '')
  return {
    ok: true,
    settings: {
      host: env.HOST,
      portBase: env.PORT_BASE,
      dataDir: env.DATA_DIR,
      publicOrigin,
      issuer,
      issuerAddress: env.RUN_IDENTITY ? `http://127.0.0.1:${env.PORT_BASE}/identity` : issuer,
      apiAudience: env.OIDC_API_AUDIENCE,
      apiScope: env.OIDC_API_SCOPE,
      usernameIsEmail: env.OIDC_USERNAME_IS_EMAIL,
      client: { id: env.OIDC_CLIENT_ID, secret: env.OIDC_CLIENT_SECRET ?? evaluationSecret },
      ownClient:
        env.SERVICE_CLIENT_ID && env.SERVICE_CLIENT_SECRET
          ? { id: env.SERVICE_CLIENT_ID, secret: env.SERVICE_CLIENT_SECRET }
          : null,
      rootTenantId: env.ROOT_TENANT_ID,
      roleIds: { admin: env.ROLE_ID_ADMIN, user: env.ROLE_ID_USER },
      headers: { tenant: env.TENANT_ID_HEADER.toLowerCase(), customer: env.CUSTOMER_ID_HEADER.toLowerCase() },
      seedEpoch: env.SEED_EPOCH ? Date.parse(env.SEED_EPOCH) : undefined,
      profile: env.SEED,
      firstAdmin: env.FIRST_ADMIN_EMAIL
        ? {
            email: env.FIRST_ADMIN_EMAIL.trim().toLowerCase(),
            password: env.FIRST_ADMIN_PASSWORD ?? null,
            subject: env.FIRST_ADMIN_SUBJECT ?? null,
          }
        : null,
      signInLinkFor: env.SIGN_IN_LINK_FOR?.trim().toLowerCase() ?? null,
      simControl: env.SIM_CONTROL,
      runIdentity: env.RUN_IDENTITY,
      onNetwork: env.EVALUATION_ON_NETWORK,
      evaluationPort: env.EVALUATION_BACNET_PORT || null,
      linkPrograms: env.LINK_PROGRAMS,
      agentPort: env.AGENT_PORT ?? null,
      samplesDatabaseUrl: env.SAMPLES_DATABASE_URL ?? null,
      logLevel: env.LOG_LEVEL,
    },
  }
}

/** Of the console at the evaluation provider; known to everybody. */
const evaluationSecret = 'plantroom-evaluation-only'

/** Returns what a real installation may not have. */
function problemsOfInstallation(env: z.infer<typeof Environment>): string[] {
  const problems: string[] = []
  if (env.SIM_CONTROL) problems.push('SIM_CONTROL: does not exist with SEED=none')
  if (env.RUN_IDENTITY && !env.OIDC_CLIENT_SECRET) problems.push('OIDC_CLIENT_SECRET: is required with SEED=none')
  return problems
}
