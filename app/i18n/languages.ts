/** The languages a person can read the console in (spec §1, §9). */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** How each language calls itself; a language switch never translates these. */
export const languageNames = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>

/** Only the two-letter part counts: `fr-CA` is `fr`; anything unsupported is undefined (spec §2). */
export function asLanguage(text: string | null | undefined): Language | undefined {
  const letters = text?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === letters && !/^[a-z]/i.test(text?.trim().charAt(2) ?? ''))
}
