/** The site service: the tree from site group to controller, and deployments (spec §7, domain §7, §15, §17). */
import type { site } from '../contracts/site'
import type { Consultations, Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { siteAgents } from './agents/agents'
import { siteAgentSchema } from './agents/schema'
import { deploy } from './deployments/deploy'
import { findDeployments, findRollouts, listDeployments } from './deployments/reads'
import { registerDeploymentExpiry } from './deployments/records'
import { buildAssets } from './devices/asset-builder'
import { availability, registerStateSync } from './devices/availability'
import { configurationStates } from './devices/configuration-states'
import { configurationSummary } from './devices/configuration-summary'
import { countDevices, findDevices } from './devices/find'
import { namedDevices } from './devices/named'
import { deviceWrites } from './devices/writes'
import { equipmentHandlers } from './equipment/equipment'
import { findEquipment } from './equipment/find'
import { equipmentSchema } from './equipment/schema'
import { buildingWrites } from './hierarchy/building-writes'
import { children, levels } from './hierarchy/children'
import { groupWrites } from './hierarchy/group-writes'
import { overview } from './hierarchy/overview'
import { siteLocations } from './hierarchy/site-locations'
import { siteTallySchema } from './hierarchy/site-tally'
import { siteWrites } from './hierarchy/site-writes'
import { spaceWrites } from './hierarchy/space-writes'
import { treeReads } from './hierarchy/tree-reads'
import { fileTransferSchema, registerFileTransfers } from './management/file-transfers'
import { controllerManagement } from './management/management'
import { networkAdding } from './networks/adding'
import { controllerNetworks } from './networks/networks'
import { controllerNetworkSchema } from './networks/schema'
import { networkSearches, registerNetworkSearch } from './networks/search'
import { activationSchema, registerActivationExpiry } from './onboarding/activation-codes'
import { findLicences } from './onboarding/find-licences'
import { deviceOnboarding } from './onboarding/onboarding'
import { onboardingSchema } from './onboarding/records'
import { registerOnboardingExpiry } from './onboarding/run'
import { registerPointRelease } from './points/expiry'
import { findPoints } from './points/find'
import { historian, historianSchema } from './points/historian'
import { registerInventory } from './points/inventory'
import { pointMapping } from './points/mapping'
import { findOverrides } from './points/overrides'
import { pointReads } from './points/points'
import { registerSubscriptionSweep, subscriptions } from './points/subscriptions'
import { registerTrendLogs, trendLogSchema } from './points/trend-logs'
import { pointTrends } from './points/trends'
import { listPointWrites, writeHistorySchema } from './points/write-history'
import { consultPoint, pointWrites } from './points/writes'
import { schema as treeSchema } from './schema'
import { search } from './search/search'
import { backups } from './templates/backups'
import { templateSchema } from './templates/schema'
import { templates } from './templates/templates'
import { tunnelSchema } from './tunnels/records'
import { registerTunnels, tunnels } from './tunnels/tunnels'
import { controllerWritingSchema } from './writing/schema'
import { controllerWriting } from './writing/writing'

export { prepareSearch, rebuildSearchAfter as searchableAfterwards } from './search/search-index'

export const schema = [
  treeSchema,
  siteTallySchema,
  equipmentSchema,
  writeHistorySchema,
  historianSchema,
  activationSchema,
  onboardingSchema,
  tunnelSchema,
  templateSchema,
  controllerNetworkSchema,
  siteAgentSchema,
  controllerWritingSchema,
  trendLogSchema,
  fileTransferSchema,
].join('\n')

export const handlers: Handlers<typeof site> = {
  ...groupWrites,
  ...siteWrites,
  ...buildingWrites,
  ...spaceWrites,
  ...deviceWrites,
  buildAssets,
  ...availability,
  ...deviceOnboarding,
  ...tunnels,
  ...controllerWriting,
  ...controllerManagement,
  ...templates,
  ...backups,
  search,
  ...treeReads,
  listDeployments,
  deploy,
  findDevices,
  countDevices,
  namedDevices,
  children,
  levels,
  overview,
  findDeployments,
  findRollouts,
  siteLocations,
  configurationStates,
  configurationSummary,
  ...equipmentHandlers,
  ...pointReads,
  ...pointMapping,
  ...subscriptions,
  ...pointWrites,
  listPointWrites,
  pointTrends,
  ...historian,
  findPoints,
  findOverrides,
  findEquipment,
  findLicences,
  ...controllerNetworks,
  ...networkSearches,
  ...networkAdding,
  ...siteAgents,
}

/** A controller may refuse packages before a deployment begins; a versioned write of a point compares its reading. */
const siteConsultations: Consultations<typeof site> = {
  writePoint: consultPoint,
  emergencyPoint: consultPoint,
  overridePoint: consultPoint,
  overridePointFor: consultPoint,
  endEmergency: consultPoint,
  releasePoint: consultPoint,
  deploy: async ({ body, world }) => ({
    refusals: await world.links.refusals(
      body.operations.map(({ deviceId }) => deviceId),
      'packages',
    ),
  }),
}

export { addAgentColumn } from './agents/schema'
export { assetAdmissions as admissions, assetInspections as inspections } from './devices/asset-builder'
export { prepareReadiness } from './equipment/stored-readiness'
export { addSearchedObjectColumns } from './networks/search'
export { addSeenColumn } from './points/held-levels'
export { addGroupingColumn, addVanishedColumn } from './points/inventory'
export { ensurePoints, learnModelObjects } from './points/model-objects'
export { preparePointCounts } from './points/point-count'
export { addControllerColumn } from './points/write-history'
export { addTrafficColumns } from './tunnels/records'
export { siteConsultations as consultations }

export function register(world: World): void {
  registerDeploymentExpiry(world)
  registerOnboardingExpiry(world)
  registerStateSync(world)
  registerActivationExpiry(world)
  registerTunnels(world)
  registerSubscriptionSweep(world)
  registerPointRelease(world)
  registerInventory(world)
  registerTrendLogs(world)
  registerFileTransfers(world)
  registerNetworkSearch(world)
}
