/** The languages of the console (spec §1, §9). */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** The name of each language in that language; never translated. */
export const languageNames = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>

/** Returns the language of a tag by its first two letters (`fr-CA` is `fr`), or undefined if unsupported (spec §2). */
export function asLanguage(text: string | null | undefined): Language | undefined {
  const letters = text?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === letters && !/^[a-z]/i.test(text?.trim().charAt(2) ?? ''))
}
