/**
 * A place as a path whose leading levels give way: of "Campus / Library / Roof" a narrow column shows "… / Roof". The
 * text stays whole for screen readers and on paper, and the tooltip of its cell has it for everyone else.
 */
import { type ReactElement, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import type { AnyFilter } from '~/kit/list/filter'
import type { Option } from '~/ui/field'

/** The characters that columns of places have room for: beside a tree, and on a desk. */
const room = { narrow: 20, desk: 26 }

const separator = ' / '

/** `before` names what is at the place, such as a controller. */
export function PlacePath({ path, before = '' }: { path: string; before?: string }) {
  const { loaderData = {} } = useContext(RouterState) ?? {}
  const { shared, drawn } = placesOf(loaderData)
  // Many rows of a page are at one place.
  const key = before ? `${before}\n${path}` : path
  const cached = drawn.get(key)
  if (cached) return cached
  const element = foldedPath(levelsInside(path, shared), before)
  drawn.set(key, element)
  return element
}

function foldedPath(levels: readonly string[], before: string): ReactElement {
  const lead = before && levels.length > 0 ? `${before} · ` : before
  const [narrow, desk] = [room.narrow, room.desk].map((max) => foldedLevels(levels, max - lead.length)) as [
    number,
    number,
  ]
  const part = (from: number, to: number) =>
    levels
      .slice(from, to)
      .map((level) => level + separator)
      .join('')
  return (
    <bdi className={lead ? 'led' : undefined}>
      {lead}
      {desk > 0 && <span className="far">{part(0, desk)}</span>}
      {narrow > desk && <span className="mid">{part(desk, narrow)}</span>}
      {levels.slice(narrow).join(separator)}
    </bdi>
  )
}

/** Returns how many leading levels exceed `max` characters; the last level always stays. */
function foldedLevels(levels: readonly string[], max: number): number {
  let length = levels.reduce((sum, level) => sum + level.length + separator.length, -separator.length)
  if (length <= max) return 0
  length += `…${separator}`.length
  for (let from = 1; from < levels.length; from += 1) {
    length -= (levels[from - 1] as string).length + separator.length
    if (length <= max) return from
  }
  return Math.max(0, levels.length - 1)
}

/** The parts of a page's data that name the place all its rows are in. */
interface PlacedData {
  place?: { name?: string }
  list?: { filter?: AnyFilter; options?: Readonly<Record<string, readonly Option[]>> }
}

/** Returns the levels of a path below the place of the page, or of its filter: every row shares those above. */
function levelsInside(path: string, shared: readonly string[]): string[] {
  const levels = path.split(separator).filter(Boolean)
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
