/** The equipment list at a place: rows, types, and links that create or link equipment. */
import type { Reader } from '~/backend/reader.server'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import { type ListSource, listData } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { spaceChoice } from '~/kit/place/space-choice'
import type { ParamsFor } from '~/paths'
import { equipmentFields, equipmentSorts, troubles } from './filter'
import { equipmentAccess } from './shared/access'
import { findEquipment } from './shared/find-equipment.server'
import { type EquipmentRow, equipmentRow } from './shared/row'
import { readEquipmentTypes, typeNames } from './shared/types.server'

const fieldNames = Object.keys(equipmentFields) as (keyof typeof equipmentFields)[]

export const equipment: ListSource<typeof equipmentFields, EquipmentRow, PlaceParams> = {
  fields: equipmentFields,
  // `readiness` filters by the points that rules need, so it requires the rules.
  fieldsFor: (reader) => fieldNames.filter((name) => name !== 'readiness' || equipmentAccess(reader).rules),
  sorts: equipmentSorts,
  others: ['equipment', 'changed'],
  optional: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const [{ equipment: matches, ...page }, typeName] = await Promise.all([
      findEquipment(reader, { at, filter, sort, after, pageSize }),
      typeNames(reader),
    ])
    const visible = equipmentAccess(reader)
    return { ...page, rows: matches.map((one) => equipmentRow(at, one, { typeName, access: visible })) }
  },
  async options(reader) {
    const types = await readEquipmentTypes(reader)
    const t = translator(reader.language)
    return {
      trouble: troubleFilters(reader).map((one) => ({ value: one, label: t(`main:equipment.trouble.${one}`) })),
      type: types
        .map(({ id, name }) => ({ value: id, label: name }))
        .sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    }
  },
  presetViews(reader) {
    const filters = troubleFilters(reader)
    return {
      ...(equipmentAccess(reader).rules && { missing: { readiness: 'missing' } }),
      ...Object.fromEntries(filters.map((trouble) => [trouble, { trouble }])),
    }
  },
  async count(reader, { at, filter }) {
    const { total, incomplete } = await findEquipment(reader, { at, filter, pageSize: 1 })
    return incomplete ? null : total
  },
  bulkActions: ({ may }, at) => ({
    unlink: at.deviceId && may('equipment.write') ? href('equipmentUnlinking', at as ParamsFor<'device'>) : null,
  }),
}

/** Returns the trouble filters. The call cannot exclude faults of fan coils, which have a flag of their own. */
function troubleFilters(reader: Reader) {
  const { alarms, faults, fanCoils } = equipmentAccess(reader)
  return troubles.filter((one) => (one === 'alarms' ? alarms : faults && fanCoils))
}

export async function equipmentData(reader: Reader, { at, request, list, level }: Mount) {
  const data = await listData(reader, equipment, {
    at,
    request,
    list,
    csv: (search) => href('customerEquipmentCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
  })
  const mayWrite = reader.may('equipment.write')
  return {
    ...data,
    access: equipmentAccess(reader),
    mayAdd: mayWrite,
    /** Equipment is created in a space: the places above lead there. */
    choice: mayWrite ? spaceChoice(at) : null,
    add: mayWrite && level === 'space' ? href('newEquipment', at as ParamsFor<'space'>) : null,
    link: mayWrite && level === 'device' ? href('equipmentLinking', at as ParamsFor<'device'>) : null,
  }
}
