/** The list of tenants as a table file, with the filters of the page it stands beside. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { readerOutside } from '~/screens/frame/last-place.server'
import { findTenants, tenantSearch } from './find-tenants.server'

/** Milliseconds the whole list may take. */
const budget = 120_000

export async function loader(args: LoaderFunctionArgs) {
  const made = readerOutside(await reader(args, { budget }), 'tenant.list')
  const search = tenantSearch(args.request)
  const t = translator(made.language)
  return csvAnswer({
    name: 'tenants',
    request: args.request,
    known: { q: search.q, state: search.state },
    from: search.after,
    t,
    columns: {
      name: t('main:tenant.list.column.tenant'),
      code: t('main:tenant.list.column.code'),
      role: t('main:tenant.list.column.role'),
      state: t('main:tenant.list.column.state'),
      disabled: t('main:tenant.state.disabled'),
      domains: t('main:tenant.list.column.domains'),
      people: t('main:tenant.list.column.people'),
    },
    async linesAfter(after) {
      const { rows, next } = await findTenants(made, { ...search, after }, 200)
      const lines = rows.map((row) => ({
        name: row.name,
        code: row.code ?? '',
        role: row.role ? t(`role.${row.role}`) : '',
        state: row.onboardingStatus ? t(`main:tenant.state.${row.onboardingStatus}`) : '',
        disabled: row.isDisabled === undefined ? '' : t(row.isDisabled ? 'word.yes' : 'word.no'),
        domains: row.domains?.join(' ') ?? '',
        people: row.totalUsers ?? '',
      }))
      return { lines, next }
    },
  })
}
