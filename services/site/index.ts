/** The site service: the tree from site group to controller, and deployments (spec §7, domain §7, §15, §17). */
import type { site } from '../contracts/site'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { children } from './children'
import { configurationStates } from './configuration-states'
import { deploy } from './deploy'
import { findDeployments, listDeployments } from './deployment-reads'
import { registerDeploymentExpiry } from './deployment-records'
import { equipmentSchema } from './equipment-schema'
import { findDevices } from './find-devices'
import { overview } from './overview'
import { schema as treeSchema } from './schema'
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
}

export function register(world: World): void {
  registerDeploymentExpiry(world)
}
