/** What of the things on the trail is behind a flag. */
import type { FeatureName, Features } from '~/features'

const flagOfKind: Readonly<Record<string, FeatureName | undefined>> = {
  fault: 'faults',
  equipment: 'equipment',
  template: 'configurationTemplates',
  schedule: 'schedules',
}

/** Whether things of a kind are behind a flag that is off. */
export function isHidden(kind: string, features: Features): boolean {
  const flag = flagOfKind[kind]
  return flag !== undefined && !features[flag]
}
