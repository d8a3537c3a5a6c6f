/**
 * Everything the console can change: its name, who may, and which flag it needs (design §7).
 * Button, page, action, menu and tests read this list; the words are `main:change.<name>`.
 */
import type { Capability } from '#contracts/permissions'
import type { FeatureName } from './features'

interface Mutation {
  /** Any of these lets a person do it; the services look again at each call. */
  capability: Capability | readonly Capability[]
  flag?: FeatureName
  /** The flag that more than one thing at a time needs. */
  flagForMany?: FeatureName
  /** Whether it is about oneself, so that a reach of S is enough. */
  isOwn?: true
  /** Whether a reason has to be given: always, or where the plan finds that this very change needs one. */
  reason?: 'required' | 'whenPlanSays'
}

export const mutations = {
  'tenant.create': { capability: 'tenant.create' },
  'tenant.edit': { capability: 'tenant.update' },
  'tenant.onboard': { capability: 'tenant.onboard' },
  'tenant.offboard': { capability: 'tenant.onboard', reason: 'required' },
  'customer.create': { capability: 'customer.create' },
  'customer.edit': { capability: 'customer.update' },
  'customer.archive': { capability: 'customer.archive', reason: 'required' },
  'customer.restore': { capability: 'customer.archive' },
  'customer.delete': { capability: 'customer.delete', reason: 'required' },
  'user.create': { capability: 'user.manage' },
  'user.edit': { capability: 'user.manage' },
  'user.editProfile': { capability: 'self.update', isOwn: true },
  'user.changeRoles': { capability: ['role.manage', 'custperm.manage'], reason: 'whenPlanSays' },
  'user.addRole': { capability: 'role.manage', reason: 'whenPlanSays' },
  'user.removeRole': { capability: 'role.manage', reason: 'required' },
  'user.offboard': { capability: 'user.manage', reason: 'required' },
  'user.delete': { capability: 'user.manage', reason: 'required' },
  'device.create': { capability: 'device.write' },
  'device.edit': { capability: 'device.write' },
  'device.upload': { capability: 'device.write' },
  'device.delete': { capability: 'device.write', reason: 'required' },
  'device.onboard': { capability: 'device.onboard' },
  'device.offboard': { capability: 'device.onboard', reason: 'required' },
  'device.refresh': { capability: 'device.test' },
  'tunnel.open': { capability: 'tunnel.manage', reason: 'required' },
  'tunnel.close': { capability: 'tunnel.manage' },
  'group.create': { capability: 'hierarchy.write' },
  'group.edit': { capability: 'hierarchy.write' },
  'group.delete': { capability: 'hierarchy.write', reason: 'required' },
  'site.create': { capability: 'hierarchy.write' },
  'site.edit': { capability: 'hierarchy.write' },
  'site.move': { capability: 'hierarchy.write' },
  'site.archive': { capability: 'hierarchy.write', reason: 'required' },
  'site.restore': { capability: 'hierarchy.write' },
  'site.delete': { capability: 'hierarchy.write', reason: 'required' },
  'site.build': { capability: 'hierarchy.write' },
  'building.create': { capability: 'hierarchy.write' },
  'building.edit': { capability: 'hierarchy.write' },
  'building.delete': { capability: 'hierarchy.write', reason: 'required' },
  'space.create': { capability: 'hierarchy.write' },
  'space.edit': { capability: 'hierarchy.write' },
  'space.delete': { capability: 'hierarchy.write', reason: 'required' },
  'network.save': { capability: 'config.write', flagForMany: 'multipleConfiguration' },
  'configuration.send': { capability: 'config.send', flagForMany: 'multipleConfiguration' },
  'packages.deploy': { capability: 'deploy.run' },
  'packages.goOn': { capability: 'deploy.run', reason: 'whenPlanSays' },
} as const satisfies Record<string, Mutation>

export type MutationName = keyof typeof mutations

/** The capabilities of which one is enough. */
export function capabilitiesFor(name: MutationName): readonly Capability[] {
  const asked: Capability | readonly Capability[] = mutations[name].capability
  return typeof asked === 'string' ? [asked] : asked
}

/** The flag a change of so many things needs, if any. */
export function flagFor(name: MutationName, count = 1): FeatureName | null {
  const mutation: Mutation = mutations[name]
  return mutation.flag ?? (count > 1 ? (mutation.flagForMany ?? null) : null)
}

/** Whether a reason has to be given. */
export function reasonFor(name: MutationName): 'required' | 'whenPlanSays' | null {
  const mutation: Mutation = mutations[name]
  return mutation.reason ?? null
}

/** Whether the change is about the person's own self. */
export function isOwn(name: MutationName): boolean {
  const mutation: Mutation = mutations[name]
  return mutation.isOwn === true
}
