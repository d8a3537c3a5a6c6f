/**
 * A place as a path whose leading levels give way: of "Campus / Library / Roof" a narrow column shows "… / Roof". The
 * text stays whole for screen readers and on paper, and the tooltip of its cell has it for everyone else.
 */
import { useMatches } from '@remix-run/react'
import type { AnyFilter } from '~/kit/list/filter'
import type { Option } from '~/ui/field'

/** The characters that columns of places have room for: beside a tree, and on a desk. */
const room = { narrow: 20, desk: 26 }

const separator = ' / '

/** `before` names what is at the place, such as a controller. */
export function PlacePath({ path, before = '' }: { path: string; before?: string }) {
  const levels = useLevelsInside(path)
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
  if (levels.join(separator).length <= max) return 0
  const ellipsis = `…${separator}`.length
  const fits = (from: number) => ellipsis + levels.slice(from).join(separator).length <= max
  const from = levels.findIndex((_, at) => at > 0 && fits(at))
  return from < 0 ? Math.max(0, levels.length - 1) : from
}

/** The parts of a page's data that name the place all its rows are in. */
interface PlacedData {
  place?: { name?: string }
  list?: { filter?: AnyFilter; options?: Readonly<Record<string, readonly Option[]>> }
}

/** Returns the levels of a path below the place of the page, or of its filter: every row shares those above. */
function useLevelsInside(path: string): string[] {
  const levels = path.split(separator).filter(Boolean)
  const shared = useMatches().flatMap(({ data }) => {
    const { place, list } = (data ?? {}) as PlacedData
    const site = list?.options?.siteId?.find(({ value }) => value === list.filter?.siteId)
    return [place?.name, site?.label].map((name) => (name ? levels.indexOf(name) : -1))
  })
  return levels.slice(Math.min(Math.max(-1, ...shared) + 1, levels.length - 1))
}
