/** Suggestions for words typed into the search box: the first results, in the language of the person. */
import type { SearchMatch } from '#contracts/search'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply } from '~/domain/count'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { kindsParam } from './search-request'

/** A result as the script of the page shows it. */
interface Suggestion {
  name: string
  /** Its kind and place, and the text that matched where that is not the name. */
  about: string
  href: string
}

/** What the script of the page receives. */
export interface SuggestionReply {
  suggestions: Suggestion[]
  /** The number of results in words, for screen readers. */
  said: string
  /** The list of all results. */
  all: { text: string; href: string }
}

/** The maximum number of suggestions. */
const maxSuggestions = 8

interface SuggestionQuery {
  words: string
  /** The customer to search; all of the tenant without it. */
  customerId?: string
  listHref: string
  hrefOf(match: SearchMatch): string | null
}

/**
 * Returns the suggestions; an empty 204 for words that are too short, for a backend that cannot search, and while it
 * does not answer.
 */
export async function suggestionResponse(reader: Reader, query: SuggestionQuery | null): Promise<Response> {
  const reply = query && (await loadSuggestions(reader, query))
  return reply ? Response.json(reply) : new Response(null, { status: 204 })
}

async function loadSuggestions(reader: Reader, query: SuggestionQuery): Promise<SuggestionReply | null> {
  const { words, customerId, listHref, hrefOf } = query
  const t = translator(reader.language)
  try {
    return await withFallback<SuggestionReply | null>(
      site.search,
      async () => {
        const reply = await reader.call(site.search, {
          query: { customerId, q: words, kinds: kindsParam(reader, null), pageSize: maxSuggestions },
        })
        const suggestions = reply.data.slice(0, maxSuggestions).flatMap((match) => {
          const href = hrefOf(match)
          return href ? [{ name: match.name, about: aboutOf(match), href }] : []
        })
        const counted = countText(t, 'results', countInReply(reply))
        return {
          suggestions,
          said: counted,
          all: { text: t('main:search.allResults', { words }), href: listHref },
        }
      },
      async () => null,
    )
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }

  function aboutOf({ type, path, field, value, customer }: SearchMatch): string {
    const isOther = field !== 'name' && field !== 'path'
    return [
      t(`entity.${type as 'site'}`),
      isOther && t('main:search.matched', { field: t(`main:search.field.${field}`), value }),
      customerId ? undefined : customer?.name,
      ...path.map(({ name }) => name).toReversed(),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
