/** The site service: the tree from site group to controller, and deployments (spec §3, §7, domain §7, §15, §17). */
import { z } from 'zod'
import { configurationTemplates } from './configuration-templates'
import { deviceCalls } from './devices'
import { read, service, write } from './endpoint'
import { equipmentCalls } from './equipment'
import { hierarchyCalls } from './hierarchy'
import { historianCalls } from './historian'
import { onboardingCalls } from './onboarding'
import { pointTrendCalls } from './point-trends'
import { pointCalls } from './points'
import { rolloutCalls } from './rollouts'
import {
  accepted,
  Count,
  ExcludedProducts,
  Flag,
  Id,
  NodeType,
  oneOrMany,
  Paging,
  PathNode,
  page,
  Timestamp,
} from './scalars'
import { searchCalls } from './search'
import { siteLocationCalls } from './site-locations'
import {
  Building,
  ConfigState,
  ConfigurationCounts,
  ConfigurationStateFilter,
  ConfigurationType,
  Deployment,
  DeploymentOperation,
  DeploymentStatus,
  Device,
  DeviceFilter,
  DeviceFilters,
  Site,
  SiteGroup,
  Space,
  TreeNode,
} from './site-shapes'
import { tunnelCalls } from './tunnels'

export type { Rollout } from './rollouts'
export * from './site-shapes'

export const site = service('site', {
  ...hierarchyCalls,
  ...configurationTemplates,
  ...deviceCalls,
  ...onboardingCalls,
  ...tunnelCalls,
  ...rolloutCalls,
  ...siteLocationCalls,
  ...searchCalls,
  ...equipmentCalls,
  ...pointCalls,
  ...pointTrendCalls,
  ...historianCalls,
  listSiteGroups: read('GET /customers/{id}/sitegroups', {
    area: 'siteGroups',
    capability: 'hierarchy.read',
    query: z.object({ ...ExcludedProducts, withoutCounts: Flag }),
    reply: z.array(SiteGroup),
    meaning: 'The site groups of a customer.',
  }),
  getSiteGroup: read('GET /sitegroups/{id}', {
    area: 'siteGroups',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: SiteGroup,
    meaning: 'One site group.',
  }),
  listGroupSites: read('GET /sitegroups/{id}/sites', {
    area: 'sites',
    capability: 'hierarchy.read',
    paged: true,
    query: z.object({ ...Paging, ...ExcludedProducts }),
    reply: z.array(Site),
    meaning: 'The sites of a group.',
  }),
  listSites: read('GET /customers/{id}/sites?expand=', {
    area: 'sites',
    capability: 'hierarchy.read',
    paged: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      expand: z.string().max(100).optional(),
      search: z.string().max(200).optional(),
      /** `none`: sites without a group. */
      siteGroupId: Id.optional(),
      country: z.string().max(200).optional(),
      archived: Flag,
    }),
    reply: z.array(Site),
    meaning:
      'The sites of a customer that match; `expand` nests buildings, spaces, devices, and is refused over 2,000 nodes.',
  }),
  getSite: read('GET /sites/{id}', {
    area: 'sites',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: Site,
    meaning: 'One site.',
  }),
  listBuildings: read('GET /sites/{id}/buildings', {
    area: 'buildings',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Building),
    meaning: 'The buildings of a site.',
  }),
  getBuilding: read('GET /buildings/{id}', {
    area: 'buildings',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: Building,
    meaning: 'One building.',
  }),
  listSpaces: read('GET /buildings/{id}/spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Space),
    meaning: 'The spaces of a building, flat.',
  }),
  listSubSpaces: read('GET /spaces/{id}/sub-spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Space),
    meaning: 'The spaces inside a space.',
  }),
  getSpace: read('GET /spaces/{id}', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
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
  countDevices: read('POST /x/devices/counts', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    query: z.object(ExcludedProducts),
    body: DeviceFilters,
    reply: z.looseObject({ data: z.array(Count) }),
    meaning: 'How many controllers match each of some filters, in their order.',
  }),
  namedDevices: read('POST /x/devices/named', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    query: z.object(ExcludedProducts),
    body: z.object({ deviceIds: z.array(Id).min(1).max(500) }),
    reply: z.looseObject({ data: z.array(Device.extend({ customerId: Id.optional() })) }),
    meaning: 'Controllers by their ids, each with its customer; those that are not there are left out.',
  }),
  children: read('GET /x/children', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      type: NodeType.or(z.literal('customer')),
      id: Id,
      /** For a tree that only shows names: counting is most of the work. */
      withoutCounts: Flag,
    }),
    reply: page(TreeNode),
    meaning:
      'One level of the tree with its counts, unless these are not asked for; below a customer, its groups and then the sites in no group; below a site, its buildings and then its designer projects; below a space, its spaces, its controllers and then its equipment; below a controller and below equipment, one node for its points, which has the id of what it is of.',
  }),
  levels: read('POST /x/children/levels', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object({ ...ExcludedProducts, pageSize: Paging.pageSize, withoutCounts: Flag }),
    body: z.object({
      parents: z
        .array(z.object({ type: NodeType.or(z.literal('customer')), id: Id }))
        .min(1)
        .max(20),
    }),
    reply: z.looseObject({ data: z.array(page(TreeNode).nullable()) }),
    meaning:
      'The first page of some levels of the tree, in the order of their parents; null for one that is not there or not the caller’s.',
  }),
  overview: read('GET /x/customers/{id}/overview', {
    area: 'customers',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object(ExcludedProducts),
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
        /** How many of them are critical and not acknowledged. */
        criticalAlarms: z.number().int().optional(),
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
      ...ExcludedProducts,
      customerId: Id.optional(),
      operationId: Id.optional(),
      status: DeploymentStatus.optional(),
      since: Timestamp.optional(),
      /** For one operation: `state` sorts failed first, then in progress, waiting and completed, each by name. */
      sort: z.enum(['state']).optional(),
    }),
    reply: page(Deployment),
    meaning: 'The deployments of a customer, newest first; of one operation when it is named.',
  }),
  configurationStates: read('GET /x/configuration-states', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      groupId: Id.optional(),
      siteId: Id.optional(),
      /** Both together: only controllers whose configuration of that kind is in the state. */
      kind: ConfigurationType.optional(),
      state: oneOrMany(ConfigurationStateFilter),
      /** Words of the controller and of its place. */
      search: z.string().max(200).optional(),
    }),
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
  configurationSummary: read('GET /x/configuration-summary', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    query: z.object({ ...ExcludedProducts, customerId: Id.optional(), groupId: Id.optional(), siteId: Id.optional() }),
    reply: z.looseObject({
      data: z.looseObject({
        kinds: ConfigurationCounts,
        /** Sites with open configurations, most first; `sitesCount` is their total. */
        sites: z.array(
          z.looseObject({
            siteId: Id,
            name: z.string().nullish(),
            siteGroupId: Id.nullish(),
            kinds: ConfigurationCounts,
          }),
        ),
        sitesCount: z.number().nullish(),
      }),
    }),
    meaning: 'How many controllers are in which state of which kind of configuration, in all and by site.',
  }),
})
