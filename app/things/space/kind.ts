/** What sort of space a space is, in words (spec §3). */
import type { SpaceKind } from '#contracts/site'
import type { Translate } from '~/i18n/instance'

const words = {
  Space: 'main:space.kind.Space',
  Floor: 'main:space.kind.Floor',
  Rooftop: 'main:space.kind.Rooftop',
  Basement: 'main:space.kind.Basement',
  Mezzanine: 'main:space.kind.Mezzanine',
} as const satisfies Record<SpaceKind, string>

/** The kinds to choose from. */
export const kinds = Object.keys(words) as SpaceKind[]

/** A kind nobody listed reads as the backend wrote it. */
export function kindText(t: Translate, kind: string): string {
  return Object.hasOwn(words, kind) ? t(words[kind as SpaceKind]) : kind
}
