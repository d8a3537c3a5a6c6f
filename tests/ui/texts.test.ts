import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '#contracts/error-codes'
import { catalogueKey } from '~/i18n/catalogue.server'
import en from '~/i18n/en'
import { errorText } from '~/i18n/error-text'
import fr from '~/i18n/fr'
import { instanceFor, translator } from '~/i18n/i18n.server'
import { withRetries } from '~/i18n/with-retries'

const languages = { en, fr }

describe('texts', () => {
  it('have the same keys in both languages', () => {
    const keys = (texts: object) =>
      flat(texts)
        .map(([key]) => key)
        .filter((key) => !key.endsWith('_many'))
    expect(keys(fr)).toEqual(keys(en))
  })

  it('take the same values in both languages', () => {
    const french = new Map(flat(fr))
    for (const [key, text] of flat(en))
      expect([key, placeholders(key, french.get(key) ?? '')]).toEqual([key, placeholders(key, text)])
  })

  it('are never empty', () => {
    for (const texts of Object.values(languages))
      expect(flat(texts).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('exist for every code of the catalogue, named as a number or as a string', () => {
    for (const language of ['en', 'fr'] as const) {
      const t = translator(language)
      for (const [code, { key }] of Object.entries(errorCatalogue)) {
        const found = catalogueKey(code)
        expect(found).toBe(catalogueKey(Number(code)))
        expect(errorText(t, found ?? '')).not.toContain(key === 'network' ? ':' : 'catalogue')
      }
    }
    expect(catalogueKey(1234)).toBeNull()
  })

  it('are found by the key of a service, of a rule and of this house alike', () => {
    const t = translator('en')
    const text = en.errors.network.ipv4
    expect(errorText(t, 'errors.network.ipv4')).toBe(text)
    expect(errorText(t, 'network.ipv4')).toBe(text)
    expect(errorText(t, 'errors:network.ipv4')).toBe(text)
  })

  it('leave a sentence of a backend, and a key nobody wrote, as they are', () => {
    const t = translator('fr')
    for (const text of ['Le nom: trop long.', 'errors.nobody.wrote', 'network', '', '{{evil}}', '$t(save)']) {
      expect(errorText(t, text)).toBe(text)
    }
  })

  it('count in French, whole millions included', () => {
    const t = translator('fr')
    expect(t('count.sites', { count: 0 })).toBe('0 site')
    expect(t('count.sites', { count: 1000000 })).toMatch(/^1\s000\s000 sites$/)
  })

  it('say with values in them what the library says', () => {
    const differences: unknown[] = []
    for (const [language, texts] of Object.entries(languages)) {
      const [quick, library] = [translator(language as 'en' | 'fr'), instanceFor(language as 'en' | 'fr').t]
      const asked = Object.entries(texts).flatMap(([group, inside]) =>
        flat(inside).map(([key, text]) => ({ key: `${group}:${key.replace(/_(zero|one|other|many)$/, '')}`, text })),
      )
      for (const { key, text } of asked)
        for (const count of [0, 1, 2, 87, 10_000, 1_000_000]) {
          const names = Array.from(text.matchAll(/\{\{\s*(\w+)\s*(,)?/g), ([, name = '', format]) => [name, format])
          const values = Object.fromEntries(names.map(([name, format]) => [name, format ? count : `<${name}>`]))
          const given = { ...values, ...('count' in values && { count }) }
          const [said, meant] = [quick(key as 'product', given), library(key as 'product', given)]
          if (said !== meant) differences.push([language, key, said, meant])
        }
    }
    expect(differences).toEqual([])
  })

  it('say what the specification says for trouble with operations', () => {
    expect(en.errors.operations.unavailable).toBe('Service is temporarily unavailable')
    expect(en.errors.operations.timeout).toMatch(/^The request to the operations API timed out/)
  })
})

describe('loading a language over the network', () => {
  it('is tried again up to 5 times, from 350 ms on, each time after twice as long', async () => {
    const waits: number[] = []
    const failing = withRetries(
      () => Promise.reject(new Error('offline')),
      async (ms) => void waits.push(ms),
    )
    await expect(failing).rejects.toThrow('offline')
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
  })

  it('stops as soon as it succeeds', async () => {
    let tries = 0
    const load = async () => (++tries < 3 ? Promise.reject(new Error('offline')) : 'texts')
    await expect(withRetries(load, async () => {})).resolves.toBe('texts')
    expect(tries).toBe(3)
  })
})

function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : flat(text as object, `${prefix}${key}.`),
  )
}

/** The values a text takes; a singular may say "one" in words. */
function placeholders(key: string, text: string): string[] {
  const names = [...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)/g), (found) => found[1] ?? ''))].sort()
  return key.endsWith('_one') ? names.filter((name) => name !== 'count') : names
}
