/** The shapes of the site service: places, controllers, deployments (spec §3, domain §7, §15). */
import { z } from 'zod'
import { LicenceState } from './onboarding'
import { ETag, ExcludedProducts, Flag, Id, NodeType, oneOrMany, Paging, PathNode, Timestamp } from './scalars'

/** Maintained counters of a node; absent when a backend has none. */
export const Counts = z.looseObject({
  buildings: z.number().int().optional(),
  spaces: z.number().int().optional(),
  devices: z.number().int().optional(),
  offline: z.number().int().optional(),
  alarms: z.number().int().optional(),
  faults: z.number().int().optional(),
  /** Whether the counts exclude controllers of unsupported products and what belongs to them. */
  leavesOut: z.boolean().optional(),
})
export type Counts = z.infer<typeof Counts>

export const SpaceKind = z.enum(['Space', 'Floor', 'Rooftop', 'Basement', 'Mezzanine'])
export type SpaceKind = z.infer<typeof SpaceKind>
export const Usage = z.enum(['Unassigned', 'Office', 'Retail', 'Healthcare', 'DataCentre', 'Education', 'Mixed'])
export type Usage = z.infer<typeof Usage>

/** The worst or least advanced state of the operations inside (spec §4). */
export const DeploymentStatus = z.enum([
  'NotStarted',
  'PackageUploadInProgress',
  'PackageUploadSuccess',
  'PackageUploadFailure',
  'PackageInstallationInProgress',
  'PackageInstallationSuccess',
  'PackageInstallationFailure',
])
export type DeploymentStatus = z.infer<typeof DeploymentStatus>

const pascalToCamel = (word: unknown) =>
  typeof word === 'string' && word ? word.charAt(0).toLowerCase() + word.slice(1) : word

/** `queued` and `Queued` are the same state (spec §4). */
export const SendState = z.preprocess(pascalToCamel, z.enum(['notSet', 'queued', 'running', 'succeed', 'failed']))
export type SendState = z.infer<typeof SendState>
export const ProcessState = z.preprocess(
  pascalToCamel,
  z.enum(['initiated', 'queued', 'inProgress', 'completed', 'failed']),
)
export type ProcessState = z.infer<typeof ProcessState>

/** Summary of one configuration type of a controller. */
export const ConfigState = z.looseObject({
  sendState: SendState.optional().catch(undefined),
  isDirty: z.boolean().nullish(),
  lastSentTime: Timestamp.nullish(),
})
export const ConfigurationType = z.enum(['gfx', 'network', 'bacnet', 'time', 'users'])

/** States a configuration can be filtered by: `waiting` is queued for an offline controller. */
export const ConfigurationStateFilter = z.enum(['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'])
export type ConfigurationStateFilter = z.infer<typeof ConfigurationStateFilter>

/** Controllers by kind and state; empty states may be left out. */
export const ConfigurationCounts = z.partialRecord(
  ConfigurationType,
  z.partialRecord(ConfigurationStateFilter, z.number()).nullish(),
)
export type ConfigurationType = z.infer<typeof ConfigurationType>

export const SiteGroup = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  siteIds: z.array(Id).default([]),
  customerId: Id.optional(),
  siteCount: z.number().int().optional(),
  counts: Counts.optional(),
})
export type SiteGroup = z.infer<typeof SiteGroup>

/** `size` is in `units` as entered: m2 with metric, ft2 with us. */
export const Site = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  customerId: Id.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  siteGroupId: Id.nullish(),
  archived: z.boolean().default(false),
  country: z.string().nullish(),
  state: z.string().nullish(),
  postalCode: z.string().nullish(),
  city: z.string().nullish(),
  address: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  usage: z.string().nullish(),
  size: z.number().nullish(),
  units: z.string().nullish(),
  projects: z.array(z.looseObject({ id: Id, name: z.string() })).optional(),
  projectIds: z.array(Id).optional(),
  timeZone: z.string().nullish(),
  counts: Counts.optional(),
  path: z.array(PathNode).optional(),
})
export type Site = z.infer<typeof Site>

export const Building = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  siteId: Id.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  usage: z.string().nullish(),
  address: z.string().nullish(),
  size: z.number().nullish(),
  counts: Counts.optional(),
  path: z.array(PathNode).optional(),
})
export type Building = z.infer<typeof Building>

export const Space = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  buildingId: Id.optional(),
  parentSpaceId: Id.nullish(),
  name: z.string(),
  kind: z.string().default('Space'),
  usage: z.string().nullish(),
  counts: Counts.optional(),
  path: z.array(PathNode).optional(),
})
export type Space = z.infer<typeof Space>

/** A package as a controller reports it; the same name may occur twice (spec §4). */
export const InstalledPackage = z.looseObject({ name: z.string(), version: z.string() })
export type InstalledPackage = z.infer<typeof InstalledPackage>

/** A controller as stored (spec §3); what the console derives from it is in app/domain/device.ts. */
export const Device = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  spaceServed: z.string().nullish(),
  productId: Id.nullish(),
  spaceId: Id,
  siteId: Id.optional(),
  buildingId: Id.optional(),
  hostId: z.string().nullish(),
  equipment: z.array(z.unknown()).optional(),
  packages: z
    .array(InstalledPackage)
    .nullish()
    .transform((list) => list ?? []),
  overallStatus: z
    .looseObject({
      connected: z.boolean().nullish(),
      onBoarded: z.boolean().nullish(),
      deployment: z
        .looseObject({
          status: DeploymentStatus.nullish().catch(null),
          message: z.string().nullish(),
          inProgress: z.boolean().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  /** Keys that begin with `$` appear as name/value pairs to people (spec §3). */
  additionalProperties: z.record(z.string(), z.unknown()).nullish(),
  configStatus: z.partialRecord(ConfigurationType, ConfigState).nullish(),
  /** Its protocol and what its link can do; absent where that is everything. */
  link: z.looseObject({ protocol: z.string(), can: z.array(z.string()) }).nullish(),
  path: z.array(PathNode).optional(),
})
export type Device = z.infer<typeof Device>

export const PackageAction = z.enum(['Install', 'Uninstall'])
export type PackageAction = z.infer<typeof PackageAction>

/** One operation on one controller: `packageKey` and `version` for an install, the name for both. */
export const DeploymentOperation = z.object({
  deviceId: Id,
  type: PackageAction,
  packageName: z.string().min(1).max(200),
  packageKey: z.string().max(400).optional(),
  version: z.string().max(256).optional(),
})
export type DeploymentOperation = z.infer<typeof DeploymentOperation>

export const OperationStatus = DeploymentStatus.or(z.literal('skipped'))

export const Deployment = z.looseObject({
  id: Id,
  deviceId: Id,
  operationId: Id,
  requestedBy: z.looseObject({ id: z.string(), fullName: z.string() }).nullish(),
  requestedAt: Timestamp,
  /** When it begins, unless it begins at once. */
  scheduledAt: Timestamp.nullish(),
  startedAt: Timestamp.nullish(),
  completedAt: Timestamp.nullish(),
  status: DeploymentStatus,
  message: z.string().nullish(),
  inProgress: z.boolean(),
  progressPercent: z.number().min(0).max(100).optional(),
  operations: z.array(
    z.looseObject({
      type: PackageAction,
      packageName: z.string(),
      displayName: z.string().optional(),
      fromVersion: z.string().nullish(),
      toVersion: z.string().nullish(),
      status: OperationStatus,
      message: z.string().nullish(),
      startedAt: Timestamp.nullish(),
      completedAt: Timestamp.nullish(),
    }),
  ),
  /** In lists across controllers: its controller. */
  device: z
    .looseObject({ id: Id, name: z.string(), hostId: z.string().nullish(), path: z.array(PathNode).optional() })
    .optional(),
})
export type Deployment = z.infer<typeof Deployment>

/** One row of the tree, with the data of its icon and badge. */
export const TreeNode = z.looseObject({
  id: Id,
  type: NodeType,
  name: z.string(),
  kind: z.string().nullish(),
  hasChildren: z.boolean(),
  counts: Counts.optional(),
  connected: z.boolean().nullish(),
  onBoarded: z.boolean().nullish(),
  hostId: z.string().nullish(),
})
export type TreeNode = z.infer<typeof TreeNode>

const deviceFilter = {
  customerId: Id.optional(),
  groupId: Id.optional(),
  siteId: Id.optional(),
  buildingId: Id.optional(),
  spaceId: Id.optional(),
  search: z.string().max(200).optional(),
  productId: oneOrMany(z.string().max(200)),
  platform: oneOrMany(z.string().max(40)),
  connected: Flag,
  onboarded: Flag,
  packageStatus: oneOrMany(z.enum(['outdated', 'upToDate'])),
  /** Work in progress, or the last work that failed; a send may be of any kind of configuration. */
  work: oneOrMany(z.enum(['deploying', 'deploymentFailed', 'sendFailed', 'sendWaiting'])),
  /** State of its licence; only for onboarded controllers. */
  licence: oneOrMany(LicenceState),
  package: oneOrMany(z.string().max(200)),
  version: oneOrMany(z.string().max(256)),
}

export const DeviceFilter = z.object({
  ...Paging,
  ...ExcludedProducts,
  ...deviceFilter,
  /** `name`, `hostId` or `model`; a leading `-` reverses it. */
  sort: z.string().max(40).optional(),
  /** Leaves out descriptions, equipment, properties and configuration states, which are half of a reply. */
  withoutDetails: Flag,
})

/** Up to 20 filters of controllers; the matches of each are counted. */
export const DeviceFilters = z.object({ filters: z.array(z.object(deviceFilter)).min(1).max(20) })
