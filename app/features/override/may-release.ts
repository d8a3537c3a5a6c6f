/** Permissions to release priority levels. */
import type { Features } from '~/flags'
import type { Capability } from '~/permissions'
import { type OverrideFilter, unfilteredLevels } from './shared/filter'

interface Permissions {
  may(capability: Capability): boolean
  features: Features
}

const capabilityFor = {
  1: 'point.emergency',
  8: 'point.override',
  16: 'point.write',
} as const satisfies Record<number, Capability>

/** Whether the person may release any level. */
export function mayReleaseAny({ may, features }: Permissions): boolean {
  return features.pointWrite && Object.values(capabilityFor).some((capability) => may(capability))
}

/** Whether it is a level that this installation writes. */
export const isReleasable = (level: number) => Object.hasOwn(capabilityFor, level)

export function mayRelease({ may }: Pick<Permissions, 'may'>, level: number): boolean {
  const capability = capabilityFor[level as keyof typeof capabilityFor]
  return capability !== undefined && may(capability)
}

/** Returns the levels that a filter lists and the person may release; null where those are all it lists. */
export function releasableLevels(
  permissions: Pick<Permissions, 'may'>,
  { level = unfilteredLevels }: OverrideFilter,
): NonNullable<OverrideFilter['level']> | null {
  const releasable = level.filter((one) => mayRelease(permissions, Number(one)))
  return releasable.length < level.length ? releasable : null
}
