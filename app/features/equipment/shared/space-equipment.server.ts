/** Reads the first equipment of a space for its page, with a link to the full list. */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type EquipmentAccess, equipmentAccess } from './access'
import { findEquipment } from './find-equipment.server'
import { type EquipmentRow, equipmentRow } from './row'
import { typeNames } from './types.server'

/** Maximum number of rows next to the controllers of a space. */
const maxRows = 20

export interface EquipmentOfSpace {
  rows: Panel<{ first: EquipmentRow[]; total: TotalCount }>
  access: EquipmentAccess
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
    allHref: href('spaceEquipment', at),
    addHref: reader.may('equipment.write') ? href('newEquipment', at) : null,
  }
}
