/** The words of a file in both languages: column headings, and the codes of kinds, usages and units. */
import { SpaceKind, Usage } from '#contracts/site'
import { normalizeWord, type ResultColumn, resultColumns, type SiteColumn, sheetColumns } from '~/domain/site-columns'
import { usageText } from '~/features/site/shared/usage'
import { spaceKindText } from '~/features/space/shared/kind'
import { translator } from '~/i18n/i18n.server'

const texts = [translator('en'), translator('fr')]

const headings = new Map<string, SiteColumn | ResultColumn>(
  [...sheetColumns, ...resultColumns].flatMap((column) =>
    [column, ...texts.map((t) => t(`main:import.column.${column}`))].map(
      (word) => [normalizeWord(word), column] as const,
    ),
  ),
)

/** Returns the column of a heading, by its label in either language or by its name; null for an unknown one. */
export function columnOf(heading: string): SiteColumn | ResultColumn | null {
  return headings.get(normalizeWord(heading)) ?? null
}

const kinds = codesByWord(SpaceKind.options, spaceKindText)
const usages = codesByWord(Usage.options, usageText)
const units = new Map([
  ...['metric', 'm2', 'm²', 'sqm'].map((word) => [normalizeWord(word), 'metric'] as const),
  ...['us', 'ft2', 'ft²', 'sqft'].map((word) => [normalizeWord(word), 'us'] as const),
  ...texts.flatMap((t) =>
    (['metric', 'us'] as const).map((unit) => [normalizeWord(t(`main:site.form.unit.${unit}`)), unit] as const),
  ),
])

/** Returns the code of a word; an unknown word is returned as it is, so that the form refuses it. */
export const kindCode = (word: string): string => kinds.get(normalizeWord(word)) ?? word
export const usageCode = (word: string): string => usages.get(normalizeWord(word)) ?? word
export const unitCode = (word: string): string => units.get(normalizeWord(word)) ?? word

function codesByWord(codes: readonly string[], textOf: (t: (typeof texts)[number], code: string) => string | null) {
  return new Map(
    codes.flatMap((code) =>
      [code, ...texts.map((t) => textOf(t, code) ?? code)].map((word) => [normalizeWord(word), code]),
    ),
  )
}
