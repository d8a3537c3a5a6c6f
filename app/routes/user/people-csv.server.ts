/** A list of people as a table file, with the filters and the sort of the page it stands beside (design §12). */
import { pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { cutLine } from '~/screens/file/csv.server'
import { csvLines } from '~/screens/file/csv-lines'
import { fileOf } from '~/screens/file/file.server'
import type { PeopleSearch } from './filter'
import { findPeople } from './find-people.server'
import { type PersonRow, personRow } from './list-data.server'

/** Milliseconds the people of all tenants may take; the file is written as its pages arrive. */
export const csvBudget = 120_000
const pageSize = 200
const mostPeople = 50_000

const columns = ['name', 'initials', 'email', 'role', 'customers', 'created'] as const
type Line = Record<(typeof columns)[number] | 'tenant', string>

/** The file; a page that fails ends it with an error, never with a file that looks whole. `tenantId` null: all tenants. */
export async function peopleCsv(
  reader: Reader,
  given: { tenantId: string | null; search: PeopleSearch },
): Promise<Response> {
  const { tenantId, search } = given
  const t = translator(reader.language)
  const tenants = tenantId
    ? undefined
    : new Map(reader.person.info.tenants.map((one) => [one.tenantId, one.name] as const))
  const pageAfter = (after: string | undefined) =>
    findPeople(reader, { tenantId, search: { ...search, after }, pageSize, most: mostPeople })
  const first = await pageAfter(search.after)

  async function* pages(): AsyncGenerator<string> {
    const read = async (after: string | undefined) => (after === search.after ? first : pageAfter(after))
    const steps = { next: (found: typeof first) => found.next, rows: (found: typeof first) => found.people.length }
    let isFirst = true
    for await (const { page: found, isCut } of pagesOf(read, { ...steps, from: search.after })) {
      yield csv(
        found.people.map((user) => lineOf(personRow(user, tenants), t)),
        { t, isFirst, hasTenants: tenantId === null },
      )
      if (found.isCut) throw new Error('There are more people than one file can be sorted from')
      isFirst = false
      if (isCut) yield cutLine(t)
    }
  }

  return fileOf(pages(), { name: 'people.csv', type: 'text/csv' })
}

function csv(
  lines: Line[],
  { t, isFirst, hasTenants }: { t: Translate; isFirst: boolean; hasTenants: boolean },
): string {
  const shown = hasTenants ? (['tenant', ...columns] as const) : columns
  return csvLines(lines, {
    headings: Object.fromEntries(shown.map((name) => [name, t(`main:user.list.column.${name}`)])),
    isFirst,
  })
}

function lineOf(row: PersonRow, t: Translate): Line {
  const customers = row.customers.map(({ name, role }) => `${name} (${role ? t(`role.${role}`) : t('word.unknown')})`)
  return {
    tenant: row.tenant ?? '',
    name: row.name,
    initials: row.initials,
    email: row.email,
    role: row.role ? t(`role.${row.role}`) : t('word.unknown'),
    customers: customers.join('; '),
    created: row.created ?? '',
  }
}
