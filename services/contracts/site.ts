/** The site service: the tree from site group to controller, and deployments (spec §3, §7, domain §7, §15, §17). */
import { z } from 'zod'
import { read, service, write } from './endpoint'
import { accepted, ETag, Flag, Id, NodeType, Paging, PathNode, page, Timestamp } from './scalars'

/** Maintained counters of a node; absent on backends that keep none. */
export const Counts = z.looseObject({
  buildings: z.number().int().optional(),
  spaces: z.number().int().optional(),
  devices: z.number().int().optional(),
  offline: z.number().int().optional(),
  alarms: z.number().int().optional(),
  faults: z.number().int().optional(),
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

/** What is known of one configuration type of a controller, in short. */
export const ConfigState = z.looseObject({
  sendState: SendState.optional().catch(undefined),
  isDirty: z.boolean().nullish(),
  lastSentTime: Timestamp.nullish(),
})
export const ConfigurationType = z.enum(['gfx', 'network', 'bacnet', 'time', 'users'])
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

/** A package as a controller reports it; the same name may stand twice (spec §4). */
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
  /** Keys beginning with `$` are name/value pairs to a person (spec §3). */
  additionalProperties: z.record(z.string(), z.unknown()).nullish(),
  configStatus: z.partialRecord(ConfigurationType, ConfigState).nullish(),
  path: z.array(PathNode).optional(),
})
export type Device = z.infer<typeof Device>

export const PackageAction = z.enum(['Install', 'Uninstall'])
export type PackageAction = z.infer<typeof PackageAction>

/** One operation of one controller: `packageKey` and `version` for an install, the name for both. */
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
  /** In fleet lists: the controller it runs on. */
  device: z
    .looseObject({ id: Id, name: z.string(), hostId: z.string().nullish(), path: z.array(PathNode).optional() })
    .optional(),
})
export type Deployment = z.infer<typeof Deployment>

/** One row of the tree, with what its icon and badge need. */
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

export const DeviceFilter = z.object({
  ...Paging,
  customerId: Id.optional(),
  groupId: Id.optional(),
  siteId: Id.optional(),
  buildingId: Id.optional(),
  spaceId: Id.optional(),
  search: z.string().max(200).optional(),
  productId: z.string().max(200).optional(),
  platform: z.string().max(40).optional(),
  connected: Flag,
  onboarded: Flag,
  packageStatus: z.enum(['outdated', 'upToDate']).optional(),
  package: z.string().max(200).optional(),
  version: z.string().max(256).optional(),
  /** `name`, `hostId` or `model`; a leading `-` turns it round. */
  sort: z.string().max(40).optional(),
})

export const site = service('site', {
  listSiteGroups: read('GET /customers/{id}/sitegroups', {
    area: 'siteGroups',
    capability: 'hierarchy.read',
    reply: z.array(SiteGroup),
    meaning: 'The site groups of a customer.',
  }),
  getSiteGroup: read('GET /sitegroups/{id}', {
    area: 'siteGroups',
    capability: 'hierarchy.read',
    reply: SiteGroup,
    meaning: 'One site group.',
  }),
  listGroupSites: read('GET /sitegroups/{id}/sites', {
    area: 'sites',
    capability: 'hierarchy.read',
    paged: true,
    query: z.object({ ...Paging }),
    reply: z.array(Site),
    meaning: 'The sites of a group.',
  }),
  listSites: read('GET /customers/{id}/sites?expand=', {
    area: 'sites',
    capability: 'hierarchy.read',
    paged: true,
    query: z.object({ ...Paging, expand: z.string().max(100).optional() }),
    reply: z.array(Site),
    meaning: 'The sites of a customer; `expand` nests buildings, spaces, devices, and is refused over 2,000 nodes.',
  }),
  getSite: read('GET /sites/{id}', {
    area: 'sites',
    capability: 'hierarchy.read',
    reply: Site,
    meaning: 'One site.',
  }),
  listBuildings: read('GET /sites/{id}/buildings', {
    area: 'buildings',
    capability: 'hierarchy.read',
    reply: z.array(Building),
    meaning: 'The buildings of a site.',
  }),
  getBuilding: read('GET /buildings/{id}', {
    area: 'buildings',
    capability: 'hierarchy.read',
    reply: Building,
    meaning: 'One building.',
  }),
  listSpaces: read('GET /buildings/{id}/spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    reply: z.array(Space),
    meaning: 'The spaces of a building, flat.',
  }),
  listSubSpaces: read('GET /spaces/{id}/sub-spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    reply: z.array(Space),
    meaning: 'The spaces inside a space.',
  }),
  getSpace: read('GET /spaces/{id}', {
    area: 'spaces',
    capability: 'hierarchy.read',
    reply: Space,
    meaning: 'One space.',
  }),
  listSpaceDevices: read('GET /spaces/{id}/devices', {
    area: 'devices',
    capability: 'device.read',
    reply: z.array(Device),
    meaning: 'The controllers in a space.',
  }),
  getDevice: read('GET /devices/{id}', {
    area: 'devices',
    capability: 'device.read',
    reply: Device,
    meaning: 'One controller.',
  }),
  listDeployments: read('GET /devices/{id}/deployments', {
    area: 'deployments',
    capability: 'deploy.read',
    reply: z.array(Deployment),
    meaning: 'The deployments of a controller, newest first.',
  }),
  deploy: write('POST /devices/deployments', {
    area: 'deployments',
    capability: 'deploy.run',
    status: 202,
    body: z.object({
      operations: z.array(DeploymentOperation).min(1).max(1000),
      scheduledAt: Timestamp.nullish(),
      allowDowngrade: z.boolean().optional(),
    }),
    reply: accepted(Deployment),
    errors: [4100, 4303, 4304, 4305, 4401, 4402, 4403, 4404, 4405, 4406, 4407, 4408],
    meaning:
      'Install or uninstall packages on controllers; the operations are grouped into one deployment per controller.',
  }),

  findDevices: read('GET /x/devices', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    query: DeviceFilter,
    reply: page(Device),
    meaning: 'The controllers below a node that match a filter.',
  }),
  children: read('GET /x/children', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object({ ...Paging, type: NodeType.or(z.literal('customer')), id: Id }),
    reply: page(TreeNode),
    meaning: 'One level of the tree with its counts; below a customer, its groups and then the sites in no group.',
  }),
  overview: read('GET /x/customers/{id}/overview', {
    area: 'customers',
    capability: 'hierarchy.read',
    extension: true,
    reply: z.looseObject({
      data: z.looseObject({
        siteGroups: z.number().int(),
        sites: z.number().int(),
        buildings: z.number().int(),
        spaces: z.number().int(),
        devices: z.number().int(),
        offline: z.number().int(),
        notOnboarded: z.number().int(),
        outdated: z.number().int(),
        deploying: z.number().int(),
        failedDeployments: z.number().int(),
        failedSends: z.number().int(),
        waitingSends: z.number().int(),
        openTunnels: z.number().int(),
        alarms: z.number().int(),
        faults: z.number().int(),
      }),
    }),
    meaning: 'The counters of a customer.',
  }),
  findDeployments: read('GET /x/deployments', {
    area: 'deployments',
    capability: 'deploy.read',
    extension: true,
    query: z.object({
      ...Paging,
      customerId: Id.optional(),
      operationId: Id.optional(),
      status: DeploymentStatus.optional(),
      since: Timestamp.optional(),
    }),
    reply: page(Deployment),
    meaning: 'The deployments of a customer, newest first; of one operation when it is named.',
  }),
  configurationStates: read('GET /x/configuration-states', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    query: z.object({ ...Paging, customerId: Id.optional(), siteId: Id.optional() }),
    reply: page(
      z.looseObject({
        deviceId: Id,
        name: z.string(),
        hostId: z.string().nullish(),
        connected: z.boolean().nullish(),
        states: z.partialRecord(ConfigurationType, ConfigState),
        path: z.array(PathNode).optional(),
      }),
    ),
    meaning: 'Which configuration of which controllers is saved, waiting, sent or failed.',
  }),
})
