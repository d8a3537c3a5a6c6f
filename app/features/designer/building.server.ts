/** The graphics of a building: the drawings of its equipment by space, and the screens of the project of its site. */
import type { Equipment } from '#contracts/equipment'
import { site as contract } from '#contracts/site'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { nestSpaces } from '~/domain/nested-spaces'
import { findEquipment } from '~/features/equipment/shared/find-equipment.server'
import { type SmallDrawingData, smallDrawings } from '~/features/equipment/shared/space-drawings.server'
import { liveHref, maxFollowedControllers } from '~/features/point/shared/live'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { mayOpen } from '~/views'
import { projectOf } from './project.server'

/** Maximum number of drawings on one page, and of controllers whose points are read for them. */
const bounds = { drawings: 24, controllers: 24 }

export interface DrawnSpace {
  /** Null for equipment whose space is not known. */
  id: string | null
  /** With the spaces that contain it. */
  name: string | null
  href: string | null
  drawings: SmallDrawingData[]
}

export interface BuildingGraphics {
  spaces: Panel<DrawnSpace[]>
  /** Equipment without mapped points has no drawing, but counts. */
  total: number
  next: string | null
  /** Null also if not all of the controllers can be followed: some values would not be live. */
  live: string | null
  screens: { title: string; href: string }[]
}

/** `after` is where the page of equipment begins; the first if it is undefined. */
export async function graphicsOfBuilding(
  reader: Reader,
  at: ParamsFor<'building'>,
  after: string | undefined,
): Promise<BuildingGraphics> {
  const mayDraw = mayOpen('allEquipment', reader) && reader.may('point.read')
  const [page, listed, project] = await Promise.all([
    mayDraw ? asPanel(findEquipment(reader, { at, filter: {}, after, pageSize: bounds.drawings })) : null,
    asPanel(reader.call(contract.listSpaces, { path: { id: at.buildingId } })),
    asPanel(projectOf(reader, at.siteId)),
  ])
  const screens = (project.ok && project.value ? project.value.pages : []).map(({ path, title }) => ({
    title,
    href: href('siteDesigner', at, { page: path }),
  }))
  const nothing = { total: 0, next: null, live: null, screens }
  if (page && !page.ok) return { ...nothing, spaces: page }
  const equipment = page?.value.equipment ?? []
  const drawings = await smallDrawings(reader, at, equipment, bounds)
  if (drawings && !drawings.ok) return { ...nothing, spaces: drawings }
  const drawn = drawings?.value ?? []
  const deviceIds = [...new Set(drawn.flatMap((one) => one.deviceIds))]
  const order = listed.ok ? nestSpaces(listed.value).map(({ space }) => space.id) : []
  return {
    spaces: { ok: true, value: bySpace(at, { equipment, drawn, order }) },
    total: page?.value.total.count ?? 0,
    next: page?.value.next ?? null,
    live: deviceIds.length <= maxFollowedControllers ? liveHref(reader, at, deviceIds) : null,
    screens,
  }
}

/** Groups the drawings by the innermost space, in the order of the spaces of the building. */
function bySpace(
  at: ParamsFor<'building'>,
  {
    equipment,
    drawn,
    order,
  }: { equipment: readonly Equipment[]; drawn: readonly SmallDrawingData[]; order: readonly string[] },
): DrawnSpace[] {
  const spacesOf = new Map(equipment.map(({ id, path = [] }) => [id, path.filter(({ type }) => type === 'space')]))
  const groups = new Map<string | null, DrawnSpace>()
  for (const drawing of drawn) {
    const path = spacesOf.get(drawing.id) ?? []
    const id = path.at(-1)?.id ?? null
    const group = groups.get(id) ?? {
      id,
      name: path.map(({ name }) => name).join(' / ') || null,
      href: id && href('space', { ...at, spaceId: id }),
      drawings: [],
    }
    group.drawings.push(drawing)
    groups.set(id, group)
  }
  const placeOf = ({ id }: DrawnSpace) => (id && order.includes(id) ? order.indexOf(id) : order.length)
  return [...groups.values()].sort((a, b) => placeOf(a) - placeOf(b))
}
