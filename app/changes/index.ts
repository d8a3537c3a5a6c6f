/** Everything the console can change. Button, page, action, menu, record and tests read this list (design §7). */
import type { Capability } from '#contracts/permissions'
import type { FeatureName } from '~/features'
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
} as const

export type ChangeName = keyof typeof changes

/** A change by its name as a record keeps it; null for one of another version. */
export function changeNamed(name: string): ChangeKind | null {
  return Object.hasOwn(changes, name) ? changes[name as ChangeName] : null
}

/** The capabilities of which one is enough. */
export function capabilitiesFor(name: ChangeName): readonly Capability[] {
  const asked: Capability | readonly Capability[] = changes[name].capability
  return typeof asked === 'string' ? [asked] : asked
}

/** The flags a change of so many things needs. */
export function flagsFor(name: ChangeName, count = 1): FeatureName[] {
  const { flag, flagForMany }: ChangeKind = changes[name]
  return [...(flag ? [flag] : []), ...(flagForMany && count > 1 ? [flagForMany] : [])]
}

/** As many things as one change reaches. */
export function mostFor(name: ChangeOfMany): number {
  return changes[name].most
}

/** The changes whose things a person chooses from a list. */
export type ChangeOfMany = {
  [Name in ChangeName]: (typeof changes)[Name] extends { most: number } ? Name : never
}[ChangeName]

export function isOfMany(name: string): name is ChangeOfMany {
  return Object.hasOwn(changes, name) && 'most' in changes[name as ChangeName]
}

/** Whether a reason has to be given. */
export function reasonFor(name: ChangeName): 'required' | 'whenPlanSays' | null {
  const kind: ChangeKind = changes[name]
  return kind.reason ?? null
}

/** Whether the change is about the person's own self. */
export function isOwn(name: ChangeName): boolean {
  const kind: ChangeKind = changes[name]
  return kind.isOwn === true
}
