/** What a filter of the trail can be set to. */
import { type ChangeName, changes, flagsFor } from '~/changes'
import type { Features } from '~/features'
import { isHidden } from './hidden-kinds'

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

/** What is offered while some flags are off: nothing of what they hide. Records of it stay, as everything on a trail does. */
export function choicesFor(features: Features) {
  return {
    changes: changeNames.filter((name) => flagsFor(name).every((flag) => features[flag])),
    kinds: subjectKinds.filter((kind) => !isHidden(kind, features)),
  }
}

export type TrailChoices = ReturnType<typeof choicesFor>
