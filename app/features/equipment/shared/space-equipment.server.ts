/** Reads the first equipment of a space for its page, with a link to the full list. */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type EquipmentAccess, equipmentAccess } from './access'
import { findEquipment } from './find-equipment.server'
import { type EquipmentRow, equipmentRow } from './row'
import { smallDrawings } from './space-drawings.server'
import { typeNames } from './types.server'

/** Maximum number of rows next to the controllers of a space. */
const maxRows = 20

export interface EquipmentOfSpace {
  rows: Panel<{ first: EquipmentRow[]; total: TotalCount }>
  access: EquipmentAccess
  drawings: Awaited<ReturnType<typeof smallDrawings>>
  allHref: string
  addHref: string | null
}

/** Returns the equipment of a space, including its nested spaces. */
export async function equipmentOfSpace(reader: Reader, at: ParamsFor<'space'>): Promise<EquipmentOfSpace> {
  const access = equipmentAccess(reader)
  const [page, typeName] = await Promise.all([
    asPanel(findEquipment(reader, { at, filter: {}, pageSize: maxRows })),
    typeNames(reader),
  ])
  const drawings = page.ok ? await smallDrawings(reader, at, page.value.equipment) : null
  return {
    rows: page.ok
      ? {
          ok: true,
          value: {
            first: page.value.equipment.map((one) => equipmentRow(at, one, { typeName, access })),
            total: page.value.total,
          },
        }
      : page,
    access,
    drawings,
    allHref: href('spaceEquipment', at),
    addHref: reader.may('equipment.write') ? href('newEquipment', at) : null,
  }
}

/** Returns the small drawings of a space for its list of equipment, which has its own filter and pages. */
export async function drawingsOfSpace(reader: Reader, at: ParamsFor<'space'>): Promise<EquipmentOfSpace['drawings']> {
  const page = await asPanel(findEquipment(reader, { at, filter: {}, pageSize: maxRows }))
  return page.ok ? smallDrawings(reader, at, page.value.equipment) : null
}
