/** The site service: the tree from site group to controller, and deployments (spec §7, domain §7, §15, §17). */
import type { site } from '../contracts/site'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { children } from './children'
import { configurationStates } from './configuration-states'
import { deploy } from './deploy'
import { findDeployments, listDeployments } from './deployment-reads'
import { registerDeploymentExpiry } from './deployment-records'
import { equipmentHandlers } from './equipment'
import { equipmentSchema } from './equipment-schema'
import { findDevices } from './find-devices'
import { findOverrides } from './overrides'
import { overview } from './overview'
import { pointMapping } from './point-mapping'
import { pointWrites, registerPointRelease } from './point-writes'
import { pointReads } from './points'
import { schema as treeSchema } from './schema'
import { registerSubscriptionSweep, subscriptions } from './subscriptions'
import { treeReads } from './tree-reads'

export const schema = [treeSchema, equipmentSchema].join('\n')

export const handlers: Handlers<typeof site> = {
  ...treeReads,
  listDeployments,
  deploy,
  findDevices,
  children,
  overview,
  findDeployments,
  configurationStates,
  ...equipmentHandlers,
  ...pointReads,
  ...pointMapping,
  ...subscriptions,
  ...pointWrites,
  findOverrides,
}

export function register(world: World): void {
  registerDeploymentExpiry(world)
  registerSubscriptionSweep(world)
  registerPointRelease(world)
}
