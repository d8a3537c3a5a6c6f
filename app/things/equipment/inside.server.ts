/** Reads the first equipment of a space for its page, with a link to the full list. */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { findEquipment } from './find-equipment.server'
import { type EquipmentRow, equipmentRow } from './row'
import { type Told, toldTo } from './told'
import { typeNames } from './types.server'

/** Maximum number of rows next to the controllers of a space. */
const shown = 20

export interface EquipmentOfSpace {
  rows: Panel<{ first: EquipmentRow[]; total: Counted }>
  told: Told
  allHref: string
  addHref: string | null
}

/** Returns the equipment of a space, including its nested spaces. */
export async function equipmentInside(reader: Reader, at: ParamsFor<'space'>): Promise<EquipmentOfSpace> {
  const told = toldTo(reader)
  const [found, typeName] = await Promise.all([
    asPanel(findEquipment(reader, { at, filter: {}, pageSize: shown })),
    typeNames(reader),
  ])
  return {
    rows: found.ok
      ? {
          ok: true,
          value: {
            first: found.value.equipment.map((one) => equipmentRow(at, one, { typeName, told })),
            total: found.value.total,
          },
        }
      : found,
    told,
    allHref: href('spaceEquipment', at),
    addHref: reader.may('equipment.write') ? href('newEquipment', at) : null,
  }
}
