/** Permissions to release priority levels. */
import type { Features } from '~/flags'
import type { Capability } from '~/permissions'

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
