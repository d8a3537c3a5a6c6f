/**
 * A place as a path that is cut where it begins, since its end says most: of "Campus / Library / Roof" a column shows
 * "… / Library / Roof", and a narrow one "…ary / Roof". What is at the place is before it, or above it in the same row.
 * The text stays whole for screen readers and on paper, and the tooltip of its cell has it for everyone else.
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
  /** The characters that the column has room for on a desk. */
  room?: number
}

export function PlacePath({ path, before = '', isBelow = false, room = 30 }: Props) {
  const { loaderData = {} } = useContext(RouterState) ?? {}
  const { shared, drawn } = placesOf(loaderData)
  // Many rows of a page are at one place.
  const key = before ? `${before}\n${path}` : path
  const cached = drawn.get(key)
  if (cached) return cached
  const all = path.split(separator).filter(Boolean)
  const levels = levelsInside(all, shared)
  const lead = before && levels.length > 0 ? `${before} · ` : before
  const folded = isBelow ? foldedLevels(levels, room, 2) : foldedLevels(levels, room - lead.length, before ? 1 : 2)
  // Only the pages of places have a tree.
  const narrow = shared.length > 0 ? Math.max(folded, foldedLevels(levels, narrowRoom - lead.length, 1)) : folded
  // On a phone only the site of a space in a building gives way.
  const sites = folded > 0 && levels.length === all.length && levels.length > 2 ? 1 : 0
  const part = (from: number, to: number) =>
    levels
      .slice(from, to)
      .map((level) => level + separator)
      .join('')
  // Marks are few and short: a list has one of these in each row.
  const up = levels.length > 0 && (
    <bdi className="up">
      <bdi>
        {sites > 0 && <span className="far">{part(0, sites)}</span>}
        {folded > sites && <span className="mid">{part(sites, folded)}</span>}
        {narrow > folded && <span>{part(folded, narrow)}</span>}
        {levels.slice(narrow).join(separator)}
      </bdi>
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

/** Returns how many leading levels exceed `max` characters; the last ones always stay. */
function foldedLevels(levels: readonly string[], max: number, last: number): number {
  let length = levels.reduce((sum, level) => sum + level.length + separator.length, -separator.length)
  if (length <= max) return 0
  const most = Math.max(0, levels.length - last)
  length += `…${separator}`.length
  for (let from = 1; from < most; from += 1) {
    length -= (levels[from - 1] as string).length + separator.length
    if (length <= max) return from
  }
  return most
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
