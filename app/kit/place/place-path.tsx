/**
 * A place as a path whose building and last level stay: of "Campus / Library / Floor 2 / East wing" a column shows
 * "… / Library / … / East wing". First its site is left out, then what is between the two, then the building is cut
 * where it ends. What is at the place is before it, or above it in the same row. The text stays whole for screen
 * readers and on paper, and the tooltip of its cell has it for everyone else.
 */
import './place-path.css'
import { type ReactElement, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import type { AnyFilter } from '~/kit/list/filter'
import type { Option } from '~/ui/field'

const separator = ' / '

/** The characters that a column of places has room for beside a tree. */
const narrowRoom = 20

interface Props {
  path: string
  /** What is at the place, such as a controller. */
  before?: string
  /** On a desk the path is below what is at the place, in small letters. */
  isBelow?: boolean
  /** Whether the path begins with a site. */
  hasSite?: boolean
  /** The characters that the column has room for on a desk. */
  room?: number
}

export function PlacePath({ path, before = '', isBelow = false, hasSite = true, room = 30 }: Props) {
  const { loaderData = {} } = useContext(RouterState) ?? {}
  const { shared, drawn } = placesOf(loaderData)
  // Many rows of a page are at one place.
  const key = before ? `${before}\n${path}` : path
  const cached = drawn.get(key)
  if (cached) return cached
  const all = path.split(separator).filter(Boolean)
  const levels = levelsInside(all, shared)
  const lead = before && !isBelow && levels.length > 0 ? before.length + ' · '.length : 0
  const parts = partsOf(levels, all.length - levels.length + (hasSite ? 0 : 1))
  const usual = foldedParts(parts, room - lead)
  // Only the pages of places have a tree.
  const narrow = shared.length > 0 ? foldedParts(parts, narrowRoom - lead) : usual
  // On a phone only the site of a space in a building gives way.
  const siteClass = levels.length > 2 ? 'far' : 'mid'
  // Marks are few and short: a list has one of these in each row.
  const up = levels.length > 0 && (
    <bdi className="up">
      {folded(parts.site, siteClass, usual.site, narrow.site)}
      {parts.building && <bdi>{parts.building}</bdi>}
      {folded(parts.between, 'mid', usual.between, narrow.between)}
      <bdi>{parts.last}</bdi>
    </bdi>
  )
  const element = before ? (
    <span className={isBelow ? 'path two' : 'path'}>
      <bdi>{before}</bdi>
      {up && <span> · </span>}
      {up}
    </span>
  ) : (
    <>{up}</>
  )
  drawn.set(key, element)
  return element
}

/** The parts of a path; those of `Folds` may be left out. The separators are part of them. */
interface Parts {
  site: string
  building: string
  between: string
  last: string
}

type Folds = Record<'site' | 'between', boolean>

/** Returns the parts of a path without its first `dropped` levels, which are those of the page: site, building, floors. */
function partsOf(levels: readonly string[], dropped: number): Parts {
  const above = levels.slice(0, -1)
  const site = dropped === 0 ? above.splice(0, 1) : []
  const building = dropped < 2 ? (above.shift() ?? '') : ''
  const between = above.map((level) => level + separator).join('')
  return {
    site: site.map((name) => name + separator).join(''),
    building,
    between: building ? separator + between : between,
    last: levels.at(-1) ?? '',
  }
}

/** Returns which parts of a path are left out where there is room for `max` characters. */
function foldedParts({ site, building, between, last }: Parts, max: number): Folds {
  const inside = building.length + between.length + last.length
  const isLong = site.length + inside > max
  return {
    site: site !== '' && isLong,
    between: between.length > separator.length && (site ? `…${separator}`.length : 0) + inside > max,
  }
}

/** A part that is left out where there is no room: on most desks, or only beside a tree. */
function folded(text: string, className: 'far' | 'mid', isUsual: boolean, isNarrow: boolean) {
  if (isUsual) return <span className={className}>{text}</span>
  return isNarrow ? <span>{text}</span> : text
}

/** The parts of a page's data that name the place all its rows are in. */
interface PlacedData {
  place?: { name?: string }
  list?: { filter?: AnyFilter; options?: Readonly<Record<string, readonly Option[]>> }
}

/** Returns the levels of a path below the place of the page, or of its filter: every row shares those above. */
function levelsInside(levels: readonly string[], shared: readonly string[]): readonly string[] {
  const at = shared.map((name) => levels.indexOf(name))
  return levels.slice(Math.min(Math.max(-1, ...at) + 1, levels.length - 1))
}

interface PlacesOfPage {
  /** The names of the places that all rows of the page are in. */
  shared: readonly string[]
  /** The paths of the page, each drawn once. */
  drawn: Map<string, ReactElement>
}

const placesByData = new WeakMap<object, PlacesOfPage>()

/** Returns what the paths of a page have in common, found once for all of them. */
function placesOf(loaderData: Readonly<Record<string, unknown>>): PlacesOfPage {
  const cached = placesByData.get(loaderData)
  if (cached) return cached
  const shared = Object.values(loaderData).flatMap((data) => {
    const { place, list } = (data ?? {}) as PlacedData
    const site = list?.options?.siteId?.find(({ value }) => value === list.filter?.siteId)
    return [place?.name, site?.label].flatMap((name) => name || [])
  })
  const places = { shared, drawn: new Map<string, ReactElement>() }
  placesByData.set(loaderData, places)
  return places
}
