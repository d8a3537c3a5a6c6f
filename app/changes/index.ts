/** Every change of the console. Button, page, action, menu, record and tests read this list (design §7). */
import type { Capability } from '#contracts/permissions'
import type { FeatureName } from '~/flags'
import { alarmChanges } from './alarms'
import type { ChangeKind } from './change'
import { controllerChanges } from './controllers'
import { equipmentChanges } from './equipment'
import { faultChanges } from './faults'
import { fleetChanges } from './fleet'
import { peopleChanges } from './people'
import { placeChanges } from './places'
import { pointChanges } from './points'
import { ruleChanges } from './rules'
import { scheduleChanges } from './schedules'
import { shiftChanges } from './shifts'
import { tenantChanges } from './tenants'
import { viewChanges } from './views'

export const changes = {
  ...tenantChanges,
  ...peopleChanges,
  ...controllerChanges,
  ...placeChanges,
  ...fleetChanges,
  ...faultChanges,
  ...scheduleChanges,
  ...ruleChanges,
  ...alarmChanges,
  ...shiftChanges,
  ...pointChanges,
  ...equipmentChanges,
  ...viewChanges,
} as const

export type ChangeName = keyof typeof changes

/** Returns the kind of change with the name in a record; null for a name of another version. */
export function changeNamed(name: string): ChangeKind | null {
  return Object.hasOwn(changes, name) ? changes[name as ChangeName] : null
}

/** Returns the capabilities of a change; any one is enough. */
export function capabilitiesFor(name: ChangeName): readonly Capability[] {
  const required: Capability | readonly Capability[] = changes[name].capability
  return typeof required === 'string' ? [required] : required
}

/** Returns the feature flags that a change of `count` things needs. */
export function flagsFor(name: ChangeName, count = 1): FeatureName[] {
  const { flag, flagForMany }: ChangeKind = changes[name]
  return [...(flag ? [flag] : []), ...(flagForMany && count > 1 ? [flagForMany] : [])]
}

/** Returns the maximum number of things per change. */
export function limitFor(name: BulkChangeName): number {
  return changes[name].max
}

/** Changes to things that a person selects in a list. */
export type BulkChangeName = {
  [Name in ChangeName]: (typeof changes)[Name] extends { max: number } ? Name : never
}[ChangeName]

export function isBulkChange(name: string): name is BulkChangeName {
  return Object.hasOwn(changes, name) && 'max' in changes[name as ChangeName]
}

/** Returns when a reason is required; null for never. */
export function reasonFor(name: ChangeName): 'required' | 'whenPlanSays' | null {
  const kind: ChangeKind = changes[name]
  return kind.reason ?? null
}

/** Returns whether the change concerns the person's own record. */
export function isSelfChange(name: ChangeName): boolean {
  const kind: ChangeKind = changes[name]
  return kind.isOwn === true
}
