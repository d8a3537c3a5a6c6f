/** A list of people as a table file, with the filters and the sort of the page it stands beside (design §12). */
import type { Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvAnswer, headingsOf } from '~/screens/file/csv.server'
import { filtersOf, peopleSearch } from './filter'
import { findPeople } from './find-people.server'
import { type PersonRow, personRow } from './list-data.server'

/** Milliseconds the people of all tenants may take; the file is written as its pages arrive. */
export const csvBudget = 120_000
const pageSize = 200
const mostPeople = 50_000

const columns = ['name', 'initials', 'email', 'role', 'customers', 'created'] as const
type Line = Record<(typeof columns)[number] | 'tenant', string>

/** The file. `tenantId` null: all tenants. */
export function peopleCsv(
  reader: Reader,
  { tenantId, request }: { tenantId: string | null; request: Request },
): Promise<Response> {
  const search = peopleSearch(new URL(request.url).searchParams)
  const t = translator(reader.language)
  const tenants = tenantId
    ? undefined
    : new Map(reader.person.info.tenants.map((one) => [one.tenantId, one.name] as const))
  const shown = tenants ? (['tenant', ...columns] as const) : columns
  return csvAnswer({
    name: 'people',
    t,
    request,
    known: { sort: search.sort, ...filtersOf(search) },
    from: search.after,
    columns: headingsOf<(typeof shown)[number]>(shown, (name) => t(`main:user.list.column.${name}`)),
    async linesAfter(after) {
      const one = { ...search, after }
      const found = await findPeople(reader, { tenantId, search: one, pageSize, most: mostPeople })
      const lines = found.people.map((user) => lineOf(personRow(user, tenants), t))
      return { lines, next: found.next, isShort: found.isCut }
    },
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
