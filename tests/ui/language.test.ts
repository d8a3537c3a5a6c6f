import { describe, expect, it } from 'vitest'
import { languageCookie, languageFromUrl, requestLanguage } from '~/i18n/i18n.server'
import { ownTimeZone } from '~/ui/time-zone.server'

function asked(path: string, headers: Record<string, string> = {}) {
  return new Request(`http://localhost${path}`, { headers })
}

describe('the language of a page', () => {
  it.each([
    ['nothing asked for', '/', {}, 'en'],
    ['the browser', '/', { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' }, 'fr'],
    ['the browser’s second wish, the first being unknown', '/', { 'accept-language': 'de-CH,fr;q=0.8,en;q=0.5' }, 'fr'],
    ['the browser’s strongest wish', '/', { 'accept-language': 'en;q=0.3, fr;q=0.7' }, 'fr'],
    ['a language the browser refuses', '/', { 'accept-language': 'fr;q=0, de' }, 'en'],
    ['the cookie before the browser', '/', { cookie: 'a=b; lng=fr; c=d', 'accept-language': 'en' }, 'fr'],
    ['the address before the cookie', '/?lng=en', { cookie: 'lng=fr' }, 'en'],
    ['only the two-letter part', '/?lng=fr-CA', {}, 'fr'],
    ['not a language of ours', '/?lng=de', { cookie: 'lng=fr' }, 'fr'],
    ['not a language at all', '/?lng=%00%3Cscript%3E', { cookie: 'lng=../../fr' }, 'en'],
    ['a browser talking nonsense', '/', { 'accept-language': ';;;q=,,*' }, 'en'],
    ['a name that only begins like one of ours', '/?lng=frisian', {}, 'en'],
  ])('%s', async (_, path, headers, language) => {
    expect(await requestLanguage(asked(path, headers as Record<string, string>))).toBe(language)
  })

  it('is remembered by cookie when the address asks for it', () => {
    expect(languageFromUrl(asked('/?lng=fr'))).toBe('fr')
    expect(languageFromUrl(asked('/?lng=de'))).toBeUndefined()
    expect(languageCookie('fr', { secure: true })).toBe('lng=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  })
})

describe('the reader’s own time zone', () => {
  it('is what the browser told, and nobody’s when it told nothing or nonsense', () => {
    expect(ownTimeZone(asked('/', { cookie: 'tz=America/Toronto' }))).toBe('America/Toronto')
    expect(ownTimeZone(asked('/', { cookie: 'x=1; tz=America%2FToronto' }))).toBe('America/Toronto')
    expect(ownTimeZone(asked('/', { cookie: 'tz=Mars/Olympus' }))).toBeNull()
    expect(ownTimeZone(asked('/'))).toBeNull()
  })
})
