/** Permissions of a person: the matrix of the contracts, for one role at one place (spec §6, domain §9.4). */
import { type Capability, type RoleName, reach } from '#contracts/permissions'

export type { Capability, RoleName }

/** Returns whether a role has a capability in its own place; `self` includes what is limited to one's own things. */
export function may(role: RoleName, capability: Capability, options: { self?: boolean } = {}): boolean {
  const extent = reach(role, capability)
  return extent === 'S' ? options.self === true : extent !== '-'
}

/** Capabilities that are suspended while a customer is archived, and thus read-only (domain §9.2, code 4202). */
const suspendedInArchive: readonly Capability[] = [
  'hierarchy.write',
  'device.write',
  'device.onboard',
  'tunnel.manage',
  'deploy.run',
  'template.write',
  'equipment.write',
  'point.map',
  'point.write',
  'point.override',
  'point.overridePermanent',
  'point.emergency',
  'alarm.ack',
  'fault.resolve',
  'fault.note',
  'rule.toggle',
  'intvar.write',
  'schedule.write',
  'config.write',
  'config.send',
  'config.adminuser',
]

/** Returns whether a capability is available in an archived customer. */
export function isAvailableInArchive(capability: Capability): boolean {
  return !suspendedInArchive.includes(capability)
}
