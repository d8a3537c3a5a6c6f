/** The options of the trail's filters. */
import { type ChangeName, changes, flagsFor } from '~/changes'
import type { Features } from '~/flags'
import { isHidden } from './hidden-kinds'

export const changeNames = Object.keys(changes) as ChangeName[]

/** The kinds of things with a history page, from the widest to the narrowest. */
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
  'controllerNetwork',
  'siteAgent',
  'fault',
  'schedule',
  'alarm',
] as const

/** Returns the options for the enabled features. Records of hidden kinds still exist in the trail. */
export function choicesFor(features: Features) {
  return {
    changes: changeNames.filter((name) => flagsFor(name).every((flag) => features[flag])),
    kinds: subjectKinds.filter((kind) => !isHidden(kind, features)),
  }
}

export type TrailChoices = ReturnType<typeof choicesFor>
