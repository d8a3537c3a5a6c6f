/** What sort of space a space is, in words (spec §3). */
import type { SpaceKind } from '#contracts/site'
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'

const kinds = {
  Space: 'main:space.kind.Space',
  Floor: 'main:space.kind.Floor',
  Rooftop: 'main:space.kind.Rooftop',
  Basement: 'main:space.kind.Basement',
  Mezzanine: 'main:space.kind.Mezzanine',
} as const satisfies Record<SpaceKind, string>

/** A kind nobody listed reads as the backend wrote it. */
export function kindText(t: Translate, kind: string): string {
  return Object.hasOwn(kinds, kind) ? t(kinds[kind as SpaceKind]) : kind
}

/** The kinds to choose from. */
export function kindOptions(t: Translate): Option[] {
  return Object.entries(kinds).map(([value, key]) => ({ value, label: t(key) }))
}
