/** The fault list at a place: rows, filter options, and counts by equipment type. */
import { faultCategories, faultSeverities, faultStatuses } from '#contracts/fault-names'
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { typeWord } from '~/i18n/type-word'
import { scopeFilter } from '~/kit/list/scope-filter'
import { type ListSource, listData, parseSourceSearch } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import type { Option } from '~/ui/field'
import { ownTimeZone } from '~/ui/time-zone.server'
import { type FaultListFilter, type FaultPlace, faultFields, faultQuery, faultSorts } from './shared/filter'
import { type FaultFacets, faultTypes, findFaults } from './shared/find-faults.server'
import { type FaultRow, faultRow } from './shared/row'

/** Time budget of a page that reads faults, ms: longer than the 15 s that the service may need. */
export const faultBudgetMs = 16_000

export const faults: ListSource<typeof faultFields, FaultRow, FaultPlace> = {
  fields: faultFields,
  sorts: faultSorts,
  others: ['fault', 'changed'],
  optional: true,
  async find(reader, query) {
    const { facets, ...page } = await findFaults(reader, query)
    return {
      ...page,
      rows: page.faults.map((fault) => faultRow(query.at, fault)),
      ...(facets && { options: countedOptions(reader, facets) }),
    }
  },
  async options(reader, at) {
    const [rule, equipmentType] = await Promise.all([ruleOptions(reader, at), equipmentTypeOptions(reader, at)])
    return { rule, equipmentType }
  },
  presetViews: { returned: { status: 'returned' }, high: { severity: 'high' }, resolved: { status: 'resolved' } },
  // Faults of a building or a space have to be searched through, which is too slow for a count.
  async count(reader, { at, filter }) {
    const { buildingId, spaceId, deviceId, equipmentId } = scopeFilter(at, filter)
    if ((buildingId || spaceId) && !deviceId && !equipmentId) return null
    const { total, incomplete } = await findFaults(reader, { at, filter, pageSize: 1 })
    return incomplete ? null : total
  },
  // "All matching" is limited to the place.
  bulkActions: ({ may }, at) => ({
    resolve: may('fault.resolve') ? href('faultsResolving', at, scopeFilter(at, {})) : null,
  }),
}

/** Returns the filter options with their counts. */
function countedOptions({ language }: Reader, facets: FaultFacets): Record<string, Option[]> {
  const t = translator(language)
  const option = (value: string, label: string, count = 0): Option => ({
    value,
    label: `${label} (${t('count.plain', { count })})`,
  })
  return {
    severity: faultSeverities.map((one) => option(one, t(`severity.${one}`), facets.severity[one])),
    category: faultCategories.map((one) => option(one, t(`main:fault.category.${one}`), facets.category[one])),
    status: [
      ...faultStatuses.map((one) => option(one, t(`main:fault.status.${one}`), facets.status[one])),
      { value: 'returned', label: t('main:fault.cameBack') },
      { value: 'all', label: t('main:fault.statusAll') },
    ],
  }
}

/** Returns the rules with recent faults at the place; none when they cannot be read, since the list works without. */
async function ruleOptions(reader: Reader, at: FaultPlace): Promise<Option[]> {
  const body = { ...faultQuery(at, {}), statuses: [...faultStatuses], pageSize: 200 }
  const read = await asPanel(reader.call(operations.findFaults, { body }))
  if (!read.ok) return []
  const ruleNames = new Map(read.value.data.map(({ faultRuleId, ruleName }) => [faultRuleId, ruleName || faultRuleId]))
  return [...ruleNames]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, reader.language))
}

async function equipmentTypeOptions(reader: Reader, at: FaultPlace): Promise<Option[]> {
  const read = await asPanel(faultTypes(reader, { at, filter: { status: ['all'] } }))
  return read.ok
    ? read.value.map(({ equipmentType, label }) => ({ value: equipmentType, label: typeWord(reader.language, label) }))
    : []
}

/** The data of the fault list page. */
export async function faultsData(reader: Reader, { at, request, list }: Pick<Mount, 'at' | 'request' | 'list'>) {
  const zoned = { ...at, zone: ownTimeZone(request) ?? 'UTC' }
  const filter: FaultListFilter = parseSourceSearch(reader, { request, source: faults }).filter
  const [data, counted] = await Promise.all([
    listData(reader, faults, {
      at: zoned,
      request,
      list,
      csv: (search) => href('customerFaultsCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
    }),
    asPanel(faultTypes(reader, { at: zoned, filter })),
  ])
  const types = data.trouble ? null : counted
  return {
    ...data,
    watched: await watchedAt(reader, at, data),
    earlierHref: list({ status: 'all' }),
    types: (types?.ok ? types.value : []).map((one) => ({
      type: one.equipmentType,
      label: typeWord(reader.language, one.label),
      faulty: one.faultyEquipmentCount,
      equipment: one.equipmentCount,
      faults: one.faultCount,
      ...one.bySeverity,
      href: list({ ...filter, equipmentType: one.equipmentType }),
    })),
  }
}
