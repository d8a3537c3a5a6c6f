/** The words of a file in both languages: column headings, and the codes of kinds, usages and units. */
import { SpaceKind, Usage } from '#contracts/site'
import { type AnswerColumn, answerColumns, type Column, columns, plainWord } from '~/domain/site-columns'
import { translator } from '~/i18n/i18n.server'
import { usageText } from '~/things/site/usage'
import { kindText } from '~/things/space/kind'

const texts = [translator('en'), translator('fr')]

const headings = new Map<string, Column | AnswerColumn>(
  [...columns, ...answerColumns].flatMap((column) =>
    [column, ...texts.map((t) => t(`main:import.column.${column}`))].map((word) => [plainWord(word), column] as const),
  ),
)

/** Returns the column of a heading, by its label in either language or by its name; null for an unknown one. */
export function meaningOf(heading: string): Column | AnswerColumn | null {
  return headings.get(plainWord(heading)) ?? null
}

const kinds = coded(SpaceKind.options, kindText)
const usages = coded(Usage.options, usageText)
const units = new Map([
  ...['metric', 'm2', 'm²', 'sqm'].map((word) => [plainWord(word), 'metric'] as const),
  ...['us', 'ft2', 'ft²', 'sqft'].map((word) => [plainWord(word), 'us'] as const),
  ...texts.flatMap((t) =>
    (['metric', 'us'] as const).map((unit) => [plainWord(t(`main:site.form.unit.${unit}`)), unit] as const),
  ),
])

/** Returns the code of a word; an unknown word is returned as it is, so that the form refuses it. */
export const kindCode = (word: string): string => kinds.get(plainWord(word)) ?? word
export const usageCode = (word: string): string => usages.get(plainWord(word)) ?? word
export const unitCode = (word: string): string => units.get(plainWord(word)) ?? word

function coded(codes: readonly string[], textOf: (t: (typeof texts)[number], code: string) => string | null) {
  return new Map(
    codes.flatMap((code) =>
      [code, ...texts.map((t) => textOf(t, code) ?? code)].map((word) => [plainWord(word), code]),
    ),
  )
}
