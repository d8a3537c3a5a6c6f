/** What a filter of the trail can be set to. */
import { type ChangeName, changes, flagsFor } from '~/changes'
import type { FeatureName, Features } from '~/features'

export const changeNames = Object.keys(changes) as ChangeName[]

/** The kinds of things that have a history of their own, from the widest to the narrowest. */
export const subjectKinds = [
  'tenant',
  'customer',
  'user',
  'group',
  'site',
  'building',
  'space',
  'device',
  'equipment',
  'point',
  'template',
  'fault',
  'schedule',
  'alarm',
] as const

/** The kinds of things that are behind a flag. */
const flagOfKind: Partial<Record<(typeof subjectKinds)[number], FeatureName>> = {
  fault: 'faults',
  equipment: 'equipment',
}

/** What is offered while some flags are off: nothing of what they hide. Records of it stay, as everything on a trail does. */
export function choicesFor(features: Features) {
  return {
    changes: changeNames.filter((name) => flagsFor(name).every((flag) => features[flag])),
    kinds: subjectKinds.filter((kind) => {
      const flag = flagOfKind[kind]
      return !flag || features[flag]
    }),
  }
}

export type TrailChoices = ReturnType<typeof choicesFor>
