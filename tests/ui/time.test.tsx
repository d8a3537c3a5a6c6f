import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { PageContextProvider } from '~/ui/page-context'
import { LogTime, Time } from '~/ui/time'

const now = '2026-11-22T20:00:00.000Z'
const past = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString()
const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** What stands on a page that was made just now, for a reader in Montréal. */
function shown(node: ReactNode, language: Language = 'en', timeZone = 'America/Toronto') {
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={instanceFor(language)}>
      <PageContextProvider now={now} timeZone={timeZone} isTimeZoneKnown>
        {node}
      </PageContextProvider>
    </I18nextProvider>,
  )
  const [, title, text] = page.match(/^<time dateTime="[^"]+"(?: title="([^"]*)")?[^>]*>(.*)<\/time>$/) ?? []
  return {
    title,
    text: text
      ?.replace(/<[^>]+>/g, '')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('\u00a0', ' '),
  }
}

describe('a moment', () => {
  it.each([
    [past(0), 'just now', 'à l’instant'],
    [past(59), 'just now', 'à l’instant'],
    [past(-4), 'just now', 'à l’instant'],
    [past(60), '1 min ago', 'il y a 1 min'],
    [past(18 * minutes + 59), '18 min ago', 'il y a 18 min'],
    [past(5 * hours + 59 * minutes), '5 h ago', 'il y a 5 h'],
    [past(24 * hours), '1 d ago', 'il y a 1 j'],
    [past(7 * days - 1), '6 d ago', 'il y a 6 j'],
    [past(-40), 'in less than 1 min', 'dans moins de 1 min'],
    [past(-90), 'in 90 s', 'dans 90 s'],
    [past(-18 * minutes), 'in 18 min', 'dans 18 min'],
    [past(-(5 * hours + 30 * minutes)), 'in 5 h 30 min', 'dans 5 h 30 min'],
    [past(-3 * days), 'in 3 d', 'dans 3 j'],
    [past(7 * days), '2026-11-15 15:00', '2026-11-15 15:00'],
    [past(-7 * days), '2026-11-29 15:00', '2026-11-29 15:00'],
  ])('%s reads “%s” and « %s »', (at, english, french) => {
    expect([shown(<Time at={at} />).text, shown(<Time at={at} />, 'fr').text]).toEqual([english, french])
  })

  it('has its zone where it is older and another than the reader’s', () => {
    const older = past(90 * days)
    expect(shown(<Time at={older} timeZone="America/Vancouver" />).text).toBe('2026-08-24 13:00 PDT')
    expect(shown(<Time at={older} timeZone="America/Toronto" />).text).toBe('2026-08-24 16:00')
    expect(shown(<Time at={older} timeZone="America/Montreal" />).text).toBe('2026-08-24 16:00')
  })

  it('has the exact time with its zone as its title, however near', () => {
    expect(shown(<Time at={past(18 * minutes)} />).title).toBe('2026-11-22 14:42:00 EST')
    expect(shown(<Time at={past(90 * days)} />, 'fr').title).toBe('2026-08-24 16:00:00 HAE')
  })

  it('of a site has the reader’s own time beside, where that differs', () => {
    const title = shown(<Time at={past(0)} timeZone="Europe/Paris" />).title
    expect(title).toMatch(/^2026-11-22 21:00:00 \S+ \(15:00 EST your time\)$/)
    expect(shown(<Time at={past(0)} timeZone="America/Montreal" />).title).toBe('2026-11-22 15:00:00 EST')
  })

  it('without a zone, or no moment at all, is shown as it was written', () => {
    expect(shown(<Time at="2026-11-22T19:59:00" />).text).toBe('2026-11-22 19:59')
    expect(shown(<Time at="soon" />).text).toBe('soon')
  })
})

describe('the line of a log', () => {
  it('is told to the second, with its zone', () => {
    expect(shown(<LogTime at={past(18 * minutes)} />).text).toBe('2026-11-22 14:42:00 EST')
    expect(shown(<LogTime at={past(0)} timeZone="UTC" />).text).toBe('2026-11-22 20:00:00 UTC (15:00 EST your time)')
  })
})
