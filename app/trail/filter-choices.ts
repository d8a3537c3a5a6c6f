/** What a filter of the trail can be set to. */
import { type ChangeName, changes } from '~/changes'

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
  'alarm',
] as const
