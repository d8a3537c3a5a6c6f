/** The site service: the tree from site group to controller, and deployments (spec §3, §7, domain §7, §15, §17). */
import { z } from 'zod'
import { configurationTemplates } from './configuration-templates'
import { controllerManagementCalls } from './controller-management'
import { controllerNetworkCalls } from './controller-networks'
import { controllerWritingCalls } from './controller-writing'
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
import { siteAgentCalls } from './site-agents'
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
  ...controllerNetworkCalls,
  ...controllerWritingCalls,
  ...siteAgentCalls,
  ...controllerManagementCalls,
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
    meaning: 'List the site groups of a customer.',
  }),
  getSiteGroup: read('GET /sitegroups/{id}', {
    area: 'siteGroups',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: SiteGroup,
    meaning: 'Get one site group.',
  }),
  listGroupSites: read('GET /sitegroups/{id}/sites', {
    area: 'sites',
    capability: 'hierarchy.read',
    paged: true,
    query: z.object({ ...Paging, ...ExcludedProducts }),
    reply: z.array(Site),
    meaning: 'List the sites of a group.',
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
      /** Only sites with a designer project: of a fleet these are few. */
      withProject: Flag,
    }),
    reply: z.array(Site),
    meaning:
      'List the sites of a customer that match; `expand` nests buildings, spaces, devices, and is refused over 2,000 ' +
      'nodes.',
  }),
  getSite: read('GET /sites/{id}', {
    area: 'sites',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: Site,
    meaning: 'Get one site.',
  }),
  listBuildings: read('GET /sites/{id}/buildings', {
    area: 'buildings',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Building),
    meaning: 'List the buildings of a site.',
  }),
  getBuilding: read('GET /buildings/{id}', {
    area: 'buildings',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: Building,
    meaning: 'Get one building.',
  }),
  listSpaces: read('GET /buildings/{id}/spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Space),
    meaning: 'List the spaces of a building, as a flat list.',
  }),
  listSubSpaces: read('GET /spaces/{id}/sub-spaces', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: z.array(Space),
    meaning: 'List the spaces inside a space.',
  }),
  getSpace: read('GET /spaces/{id}', {
    area: 'spaces',
    capability: 'hierarchy.read',
    query: z.object(ExcludedProducts),
    reply: Space,
    meaning: 'Get one space.',
  }),
  listSpaceDevices: read('GET /spaces/{id}/devices', {
    area: 'devices',
    capability: 'device.read',
    reply: z.array(Device),
    meaning: 'List the controllers in a space.',
  }),
  getDevice: read('GET /devices/{id}', {
    area: 'devices',
    capability: 'device.read',
    reply: Device,
    meaning: 'Get one controller.',
  }),
  listDeployments: read('GET /devices/{id}/deployments', {
    area: 'deployments',
    capability: 'deploy.read',
    reply: z.array(Deployment),
    meaning: 'List the deployments of a controller, newest first.',
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
    meaning: 'List the controllers below a node that match a filter.',
  }),
  countDevices: read('POST /x/devices/counts', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    query: z.object(ExcludedProducts),
    body: DeviceFilters,
    reply: z.looseObject({ data: z.array(Count) }),
    meaning: 'Count the controllers that match each of several filters, in the order of the request.',
  }),
  namedDevices: read('POST /x/devices/named', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    query: z.object(ExcludedProducts),
    body: z.object({ deviceIds: z.array(Id).min(1).max(500) }),
    reply: z.looseObject({ data: z.array(Device.extend({ customerId: Id.optional() })) }),
    meaning: 'List controllers by id, each with its customer; ids that do not exist are omitted.',
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
      'List one level of the tree with its counts, unless they are switched off. Below a customer: its groups, then ' +
      'the sites in no group. Below a site: its buildings, then its designer projects. Below a space: its spaces, ' +
      'its controllers, then its equipment. Below a controller or equipment: one node for its points, with the id of ' +
      'its parent.',
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
      'List the first page of several levels of the tree, in the order of their parents; null for a parent that does ' +
      'not exist or that the caller may not see.',
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
    meaning: 'Get the counters of a customer.',
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
    meaning: 'List the deployments of a customer, newest first; optionally of one operation.',
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
    meaning: 'List the state of each kind of configuration of each controller: saved, waiting, sent or failed.',
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
    meaning: 'Count the controllers by state and kind of configuration, in total and per site.',
  }),
})
