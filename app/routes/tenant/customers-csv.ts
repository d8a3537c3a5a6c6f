/** The customers of a tenant as a table file, with the filters of the page it stands beside. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { customerSearch, findCustomers } from './find-customers.server'

/** Milliseconds the whole list may take. */
const budget = 120_000

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customersCsv', args.params)
  const made = await reader(args, { capability: 'customer.read', budget })
  const search = customerSearch(args.request, made)
  const t = translator(made.language)
  return csvAnswer({
    name: 'customers',
    request: args.request,
    known: { q: search.q, archived: search.archived || null },
    from: search.after,
    t,
    columns: {
      name: t('main:tenant.column.customer'),
      code: t('main:tenant.column.code'),
      description: t('main:tenant.column.description'),
      groups: t('main:tenant.column.groups'),
      sites: t('main:tenant.column.sites'),
      projects: t('main:tenant.column.projects'),
      archived: t('main:tenant.archivedBadge'),
    },
    async linesAfter(after) {
      const { rows, next } = await findCustomers(made, at.tenantId, { ...search, after }, 200)
      const lines = rows.map((row) => ({
        name: row.name,
        code: row.code,
        description: row.description,
        groups: row.siteGroupCount,
        sites: row.siteCount,
        projects: row.projectCount,
        archived: t(row.archived ? 'word.yes' : 'word.no'),
      }))
      return { lines, next }
    },
  })
}
