/** The site groups and sites below a place of configuration, as options of a picker. */
import { plainText } from '#contracts/plain-text'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { normalizeWord } from '~/domain/site-columns'
import { isId } from '~/hrefs'
import { noGroup } from '~/paths'
import type { ConfigurationPlace } from './shared/place'

/** The picker stays empty beyond this; an exact name still finds its place. */
const maxPlaces = 50

type Place = Omit<ConfigurationPlace, 'kind'>
type PanelReader = Pick<Reader, 'panel'>

interface PlaceOption {
  /** The posted value: a group, or a group and its site. */
  value: string
  name: string
}

/**
 * Returns the groups and sites by name. Returns none below a site, beyond `maxPlaces`, or while they cannot be read.
 */
export async function placeOptions(reader: PanelReader, at: Place): Promise<{ value: string; label: string }[]> {
  const places = await placesBelow(reader, at)
  return places.length > maxPlaces ? [] : places.map(({ value, name }) => ({ value, label: name }))
}

/**
 * Returns the place selected in a form, or the only one whose name equals the typed words, ignoring spaces and signs.
 * Returns null for neither, which means every controller. Throws a 404 for an invalid value. The page of the place
 * checks its customer.
 */
export async function findSelectedPlace(
  reader: PanelReader,
  at: Place,
  search: URLSearchParams,
): Promise<SelectedPlace | null> {
  const param = search.get('place')
  const selected = param ? placeOf(at, param) : null
  if (selected) return { at: selected, isTyped: false }
  if (param) throw new Response(null, { status: 404 })
  const typed = plainText((search.get('q') ?? '').slice(0, maxTypedLength))
  const word = normalizeWord(typed)
  if (!word) return null
  const matches = (await placesBelow(reader, at, typed)).filter(({ name }) => normalizeWord(name) === word)
  const [only] = matches
  const match = only && matches.length === 1 ? placeOf(at, only.value) : null
  return match && { at: match, isTyped: true }
}

export interface SelectedPlace {
  at: Place
  /** The place was typed as a name, so the words are no search. */
  isTyped: boolean
}

/** Parses the value of the picker; null if invalid. */
function placeOf(at: Place, value: string): Place | null {
  const [groupId, siteId] = value.split('/')
  if (!groupId || !isId(groupId) || (siteId !== undefined && !isId(siteId))) return null
  return { ...at, groupId, ...(siteId && { siteId }) }
}

/** Maximum length of a compared name; names have at most 120 characters. */
const maxTypedLength = 200

/**
 * Returns at most one place more than the picker lists, or all matches of a search, since any of them may have the
 * typed name.
 */
async function placesBelow({ panel }: PanelReader, at: Place, search?: string): Promise<PlaceOption[]> {
  const { customerId, groupId, siteId } = at
  if (siteId) return []
  if (groupId) {
    const sites = await panel(site.listGroupSites, { path: { id: groupId } })
    return sites.ok ? sites.value.map(({ id, name }) => ({ value: `${groupId}/${id}`, name })) : []
  }
  const [groups, sites] = await Promise.all([
    panel(site.listSiteGroups, { path: { id: customerId }, query: { withoutCounts: true } }),
    panel(site.listSites, { path: { id: customerId }, query: search ? { search } : { pageSize: maxPlaces + 1 } }),
  ])
  if (!groups.ok || !sites.ok) return []
  return [
    ...groups.value.map(({ id, name }) => ({ value: id, name })),
    ...sites.value.map((one) => ({ value: `${one.siteGroupId || noGroup}/${one.id}`, name: one.name })),
  ]
}
