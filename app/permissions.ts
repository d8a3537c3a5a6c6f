/** What a person may do here: the matrix of the contracts, read for one role at one place (spec §6, domain §9.4). */
import { type Capability, type RoleName, reach } from '#contracts/permissions'

export type { Capability, RoleName }

/** Whether a role reaches a capability at its own place; `self` widens it to what is one's own. */
export function may(role: RoleName, capability: Capability, options: { self?: boolean } = {}): boolean {
  const found = reach(role, capability)
  return found === 'S' ? options.self === true : found !== '-'
}

/** What stops while a customer is archived: it is read, and left alone otherwise (domain §9.2, code 4202). */
const stopsInArchive: readonly Capability[] = [
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

/** Whether a capability is of use in an archived customer. */
export function standsInArchive(capability: Capability): boolean {
  return !stopsInArchive.includes(capability)
}
