/** The site service: the tree from site group to controller, and deployments (spec §7, domain §7, §15, §17). */
import type { site } from '../contracts/site'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { activationSchema, registerActivationExpiry } from './activation-codes'
import { buildAssets } from './asset-builder'
import { availability, registerStateSync } from './availability'
import { backups } from './backups'
import { buildingWrites } from './building-writes'
import { children } from './children'
import { configurationStates } from './configuration-states'
import { deploy } from './deploy'
import { findDeployments, findRollouts, listDeployments } from './deployment-reads'
import { registerDeploymentExpiry } from './deployment-records'
import { deviceWrites } from './device-writes'
import { equipmentHandlers } from './equipment'
import { equipmentSchema } from './equipment-schema'
import { findDevices } from './find-devices'
import { groupWrites } from './group-writes'
import { onboarding } from './onboarding'
import { onboardingSchema } from './onboarding-records'
import { registerOnboarding } from './onboarding-run'
import { findOverrides } from './overrides'
import { overview } from './overview'
import { pointMapping } from './point-mapping'
import { pointWrites, registerPointRelease } from './point-writes'
import { pointReads } from './points'
import { schema as treeSchema } from './schema'
import { search } from './search'
import { siteLocations } from './site-locations'
import { siteTallySchema } from './site-tally'
import { siteWrites } from './site-writes'
import { spaceWrites } from './space-writes'
import { registerSubscriptionSweep, subscriptions } from './subscriptions'
import { templateSchema } from './template-schema'
import { templates } from './templates'
import { treeReads } from './tree-reads'
import { tunnelSchema } from './tunnel-records'
import { registerTunnels, tunnels } from './tunnels'

export { prepareSearch, searchableAfterwards } from './search-index'

export const schema = [
  treeSchema,
  siteTallySchema,
  equipmentSchema,
  activationSchema,
  onboardingSchema,
  tunnelSchema,
  templateSchema,
].join('\n')

export const handlers: Handlers<typeof site> = {
  ...groupWrites,
  ...siteWrites,
  ...buildingWrites,
  ...spaceWrites,
  ...deviceWrites,
  buildAssets,
  ...availability,
  ...onboarding,
  ...tunnels,
  ...templates,
  ...backups,
  search,
  ...treeReads,
  listDeployments,
  deploy,
  findDevices,
  children,
  overview,
  findDeployments,
  findRollouts,
  siteLocations,
  configurationStates,
  ...equipmentHandlers,
  ...pointReads,
  ...pointMapping,
  ...subscriptions,
  ...pointWrites,
  findOverrides,
}

export { admissions, inspections } from './asset-builder'

export function register(world: World): void {
  registerDeploymentExpiry(world)
  registerStateSync(world)
  registerActivationExpiry(world)
  registerOnboarding(world)
  registerTunnels(world)
  registerSubscriptionSweep(world)
  registerPointRelease(world)
}
