import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import type { BoardData } from '~/features/configuration/board.server'
import { BoardTable } from '~/features/configuration/board-table'
import { type KindName, kindNames } from '~/features/configuration/shared/kind'
import { instanceFor } from '~/i18n/i18n.server'

/** An empty board of a customer with so many controllers. */
function emptyBoard(kind: KindName, controllers: number | null, language: 'en' | 'fr'): string {
  const data = {
    at: { tenantId: 't', customerId: 'c', kind },
    shown: { state: null, search: null, change: null, after: null, auto: null },
    unclear: [],
    watched: {
      controllers: controllers === null ? null : { count: controllers, isCapped: false },
      readAt: '2026-11-28T12:00:00Z',
      add: { href: null, choose: null },
    },
  } as unknown as BoardData
  const page = { rows: [], total: null, next: null }
  return renderToStaticMarkup(
    <I18nextProvider i18n={instanceFor(language)}>
      <BoardTable data={data} page={page as never} />
    </I18nextProvider>,
  )
}

describe('an empty board of configuration', () => {
  it.each(['en', 'fr'] as const)('says in %s what no controller has, each kind in its own words', (language) => {
    const none = language === 'en' ? 'There are no controllers here yet' : 'Il n’y a pas encore d’automate ici'
    const titles = kindNames.map((kind) => {
      expect(emptyBoard(kind, 0, language), kind).toContain(none)
      for (const controllers of [3, null]) expect(emptyBoard(kind, controllers, language), kind).not.toContain(none)
      return /<p[^>]*>([^<]*)<\/p>/.exec(emptyBoard(kind, 3, language))?.[1]
    })
    expect(new Set(titles).size).toBe(kindNames.length)
    for (const title of titles)
      expect(title).toMatch(language === 'en' ? /^No controller here has / : /^Aucun automate ici n’a /)
  })
})
