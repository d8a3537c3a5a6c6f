/** The kinds of things in the trail that depend on a feature flag. */
import type { FeatureName, Features } from '~/flags'

const flagOfKind: Readonly<Record<string, FeatureName | undefined>> = {
  fault: 'faults',
  equipment: 'equipment',
  template: 'configurationTemplates',
  schedule: 'schedules',
}

/** Returns whether a kind of things depends on a flag that is off. */
export function isHidden(kind: string, features: Features): boolean {
  const flag = flagOfKind[kind]
  return flag !== undefined && !features[flag]
}
