/** The marks of a map and their labels: regions, or the sites of one region. */
import { href, type Place } from '~/hrefs'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import { noGroup } from '~/paths'
import { boxText } from './box'
import type { MapPlace, Town } from './drawing.server'
import { placeLabels } from './labels'
import type { SiteRegion } from './regions'
import { connectedShare, isInTrouble, radiusOf, type SiteHealth, sumHealth } from './site-health'
import type { LocatedSite } from './site-locations.server'
import { knownTowns } from './towns'

/** What one place of the map stands for: a site, or the sites of a region. */
interface MapSubject {
  id: string
  name: string
  sites: readonly LocatedSite[]
  href: string
}

interface MapContext {
  t: Translate
  at: Place
  /** The region of the address. */
  region: string | null
}

/** The maximum number of names in the title of a mark. */
const maxNames = 5

/** Returns the map of regions. Each leads to the map of its sites. */
export async function mapOfRegions(context: MapContext, regions: readonly SiteRegion[]) {
  const { t, at } = context
  const subjects = regions.map(({ key, name, sites }) => ({
    id: key,
    name: name || t('main:map.noRegion'),
    sites,
    href: href('customerMap', at, { region: key }),
  }))
  const placed = subjects.flatMap((subject) => middleOf(subject.id, subject.sites) ?? [])
  return draw(context, { subjects, placed })
}

/** Returns the map of sites. A mark of several leads to the map of these alone. */
export async function mapOfSites(context: MapContext, sites: readonly LocatedSite[]) {
  const subjects = sites.map((one) => ({ id: one.id, name: one.name, sites: [one], href: siteHref(context.at, one) }))
  const placed = sites.flatMap(({ id, at: where }) => (where ? { id, ...where } : []))
  return draw(context, { subjects, placed })
}

export function siteHref(at: Place, one: LocatedSite): string {
  return href('site', placementOf(at, one).at)
}

export function placementOf(at: Place, { id, siteGroupId }: LocatedSite) {
  return { level: 'site' as const, at: { ...at, groupId: siteGroupId ?? noGroup, siteId: id } }
}

/** Returns the middle of the sites that have coordinates; null when none has. */
function middleOf(id: string, sites: readonly LocatedSite[]): MapPlace | null {
  const places = sites.flatMap(({ at }) => at ?? [])
  if (places.length === 0) return null
  const mean = (key: 'latitude' | 'longitude') => places.reduce((sum, one) => sum + one[key], 0) / places.length
  return { id, latitude: mean('latitude'), longitude: mean('longitude') }
}

/** Towns on a map, and how far they are from marks and from each other, in pixels. */
const [maxTowns, fromMarks, fromTowns] = [8, 36, 80]

async function draw(
  context: MapContext,
  { subjects, placed }: { subjects: readonly MapSubject[]; placed: MapPlace[] },
) {
  // The world's coasts need more memory than everything else drawn, so they are loaded with the first map.
  const { drawMap } = await import('./drawing.server')
  const drawing = drawMap(placed, knownTowns)
  if (!drawing) return null
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  const groups = drawing.marks.map(({ x, y, ids }) => ({ x, y, subjects: ids.flatMap((id) => byId.get(id) ?? []) }))
  const healthOf = (of: readonly MapSubject[]) => sumHealth(of.flatMap(({ sites }) => sites))
  const most = Math.max(...groups.map((group) => healthOf(group.subjects).devices ?? 0))
  const marks = groups.map((group) => markOf(context, { ...group, health: healthOf(group.subjects), most }))
  const towns: Town[] = []
  for (const town of drawing.towns) {
    const isFree =
      marks.every((mark) => Math.hypot(mark.x - town.x, mark.y - town.y) > fromMarks) &&
      towns.every((other) => Math.hypot(other.x - town.x, other.y - town.y) > fromTowns)
    if (isFree && towns.length < maxTowns) towns.push(town)
  }
  const townMarks = towns.map(({ name, x, y }) => ({ x, y, radius: 2, lines: [name], isMinor: true }))
  const labels = placeLabels([...marks, ...townMarks], drawing)
  return {
    ...drawing,
    marks: marks.map(({ shortLines, ...mark }, index) => {
      const label = labels[index] ?? null
      return { ...mark, label, lines: label?.isShort ? shortLines : mark.lines }
    }),
    towns: towns.flatMap((town, index) => {
      const label = labels[marks.length + index]
      return label ? { ...town, label } : []
    }),
  }
}

interface MarkGroup {
  x: number
  y: number
  subjects: readonly MapSubject[]
  health: SiteHealth
  most: number
}

function markOf({ t, at, region }: MapContext, { x, y, subjects, health, most }: MarkGroup) {
  const sites = subjects.flatMap((subject) => subject.sites)
  const [only] = subjects
  const isOne = subjects.length === 1
  const [town] = sites.every(({ city }) => city && city === sites[0]?.city) ? [sites[0]?.city] : []
  const several = countText(t, 'sites', { count: sites.length, isCapped: false })
  const name = isOne && only ? only.name : (town ?? several)
  const states = stateTexts(t, health)
  const ownTown = sites.length === 1 ? sites[0]?.city : several
  const second = ownTown && ownTown !== name ? [cut(ownTown)] : []
  const names = subjects.slice(0, maxNames).map((one) => one.name)
  const places = sites.flatMap(({ at: where }) => where ?? [])
  return {
    x,
    y,
    radius: radiusOf(health.devices, most),
    share: connectedShare(health),
    isInTrouble: sites.some(isInTrouble) && (isOne || isInTrouble(health) || (health.criticalAlarms ?? 0) > 0),
    href: isOne && only ? only.href : href('customerMap', at, { region, box: boxText(places) }),
    title: [
      subjects.length > names.length
        ? t('main:map.markOfMany', { names: names.join(', '), count: subjects.length - names.length })
        : names.join(', '),
      several,
      ...(health.devices === null ? [] : [countText(t, 'devices', { count: health.devices, isCapped: false })]),
      ...states,
    ].join(' · '),
    /** The label beside it: its name, its town or how many sites it stands for, and what is wrong. */
    lines: [cut(name), ...second, ...states.slice(0, 1)],
    /** The same where there is room for less. */
    shortLines: [cut(name), ...(isOne ? [] : second), ...states.slice(0, 1)],
    isPlain: states.length === 0,
  }
}

/** Returns what is wrong, the worst first. */
export function stateTexts(t: Translate, { offline, criticalAlarms }: SiteHealth): string[] {
  return [
    ...(criticalAlarms ? [t('main:map.critical', { count: criticalAlarms })] : []),
    ...(offline
      ? [t('main:overview.places.offline', { counted: countText(t, 'plain', { count: offline, isCapped: false }) })]
      : []),
  ]
}

/** The maximum length of a name beside a mark; the title and the list have it whole. */
const maxLetters = 26
const cut = (name: string) => ([...name].length > maxLetters ? `${[...name].slice(0, maxLetters - 1).join('')}…` : name)
