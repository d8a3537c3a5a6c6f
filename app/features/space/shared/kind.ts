/** Labels of the kinds of space (spec §3). */
import type { SpaceKind } from '#contracts/site'
import type { Translate } from '~/i18n/instance'

const words = {
  Space: 'main:space.kind.Space',
  Floor: 'main:space.kind.Floor',
  Rooftop: 'main:space.kind.Rooftop',
  Basement: 'main:space.kind.Basement',
  Mezzanine: 'main:space.kind.Mezzanine',
} as const satisfies Record<SpaceKind, string>

/** Kinds to choose from. */
export const spaceKinds = Object.keys(words) as SpaceKind[]

/** Returns the label of a kind; unknown ones are shown as received. */
export function spaceKindText(t: Translate, kind: string): string {
  return Object.hasOwn(words, kind) ? t(words[kind as SpaceKind]) : kind
}
