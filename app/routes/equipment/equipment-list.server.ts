/** A list of equipment at a place: its rows, its types to choose from, and what can be added to it. */
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { listData, type Source } from '~/screens/list/source.server'
import { within } from '~/screens/list/within'
import type { Mount, PlaceParams } from '~/screens/place/mount.server'
import { equipmentFields, equipmentSorts } from '~/things/equipment/filter'
import { findEquipment } from '~/things/equipment/find-equipment.server'
import { type EquipmentRow, equipmentRow } from '~/things/equipment/row'
import { equipmentTypes, typeNames } from '~/things/equipment/types.server'

export const equipment: Source<typeof equipmentFields, EquipmentRow, PlaceParams> = {
  fields: equipmentFields,
  sorts: equipmentSorts,
  others: ['equipment', 'changed'],
  isPart: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const [{ equipment: found, ...page }, nameOf] = await Promise.all([
      findEquipment(reader, { at, filter, sort, after, pageSize }),
      typeNames(reader),
    ])
    return { ...page, rows: found.map((one) => equipmentRow(at, one, nameOf)) }
  },
  async options(reader) {
    const types = await equipmentTypes(reader)
    return {
      type: types
        .map(({ id, name }) => ({ value: id, label: name }))
        .sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    }
  },
  standing: { missing: { readiness: 'missing' }, alarms: { trouble: 'alarms' }, faults: { trouble: 'faults' } },
  async count(reader, { at, filter }) {
    const { total, isPartial } = await findEquipment(reader, { at, filter, pageSize: 1 })
    return isPartial ? null : total
  },
  moves: ({ may }, at) => ({
    unlink: at.deviceId && may('equipment.write') ? href('equipmentUnlinking', at as ParamsFor<'device'>) : null,
  }),
}

export async function equipmentData(reader: Reader, { at, request, list, level }: Mount) {
  const found = await listData(reader, equipment, {
    at,
    request,
    list,
    csv: (search) => href('customerEquipmentCsv', at, { ...within(at, search), sort: search.sort }),
  })
  const mayWrite = reader.may('equipment.write')
  return {
    ...found,
    add: mayWrite && level === 'space' ? href('newEquipment', at as ParamsFor<'space'>) : null,
    link: mayWrite && level === 'device' ? href('equipmentLinking', at as ParamsFor<'device'>) : null,
  }
}
