/** The site groups and sites below a place of configuration, to choose the controllers of one of them. */
import { plainText } from '#contracts/plain-text'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { plainWord } from '~/domain/site-columns'
import { isId } from '~/hrefs'
import { noGroup } from '~/paths'
import type { ConfigurationPlace } from './place'

/** More are not listed: a picker never lists everything, and the exact name of a place finds it. */
const maxPlaces = 50

type Place = Omit<ConfigurationPlace, 'kind'>
type Asking = Pick<Reader, 'panel'>

interface Below {
  /** As the picker posts it: a group, or a group and a site in it. */
  value: string
  name: string
}

/** Returns the groups and sites by name; none below a site, where there are many, or while they cannot be read. */
export async function placesToChoose(reader: Asking, at: Place): Promise<{ value: string; label: string }[]> {
  const places = await placesBelow(reader, at)
  return places.length > maxPlaces ? [] : places.map(({ value, name }) => ({ value, label: name }))
}

/**
 * Returns the place that a form chose, or the only one whose name is what was typed, whatever its spaces and signs; null
 * for neither, which is every controller: 404 for a place that cannot be read. Whose it is, the page of the place checks.
 */
export async function chosenPlace(reader: Asking, at: Place, search: URLSearchParams): Promise<ChosenPlace | null> {
  const given = search.get('place')
  const chosen = given ? placeOf(at, given) : null
  if (chosen) return { at: chosen, isTyped: false }
  if (given) throw new Response(null, { status: 404 })
  const typed = plainText((search.get('q') ?? '').slice(0, maxTyped))
  const word = plainWord(typed)
  if (!word) return null
  const named = (await placesBelow(reader, at, typed)).filter(({ name }) => plainWord(name) === word)
  const [only] = named
  const found = only && named.length === 1 ? placeOf(at, only.value) : null
  return found && { at: found, isTyped: true }
}

export interface ChosenPlace {
  at: Place
  /** Its name was typed as words, which then say nothing more. */
  isTyped: boolean
}

/** Returns the place that the picker posts as `value`; null for what is none. */
function placeOf(at: Place, value: string): Place | null {
  const [groupId, siteId] = value.split('/')
  if (!groupId || !isId(groupId) || (siteId !== undefined && !isId(siteId))) return null
  return { ...at, groupId, ...(siteId && { siteId }) }
}

/** Characters of a name that is compared: a name has at most 120. */
const maxTyped = 200

/** One more than are listed at most; for a search all that match, since what was typed may be the name of any of them. */
async function placesBelow({ panel }: Asking, at: Place, search?: string): Promise<Below[]> {
  const { customerId, groupId, siteId } = at
  if (siteId) return []
  if (groupId) {
    const sites = await panel(site.listGroupSites, { path: { id: groupId } })
    return sites.ok ? sites.value.map(({ id, name }) => ({ value: `${groupId}/${id}`, name })) : []
  }
  const [groups, sites] = await Promise.all([
    panel(site.listSiteGroups, { path: { id: customerId } }),
    panel(site.listSites, { path: { id: customerId }, query: search ? { search } : { pageSize: maxPlaces + 1 } }),
  ])
  if (!groups.ok || !sites.ok) return []
  return [
    ...groups.value.map(({ id, name }) => ({ value: id, name })),
    ...sites.value.map((one) => ({ value: `${one.siteGroupId || noGroup}/${one.id}`, name: one.name })),
  ]
}
