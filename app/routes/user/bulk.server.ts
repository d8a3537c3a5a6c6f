/** The data of the pages for bulk actions on people. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { filterIn } from '~/screens/list/filter'
import { changeOf, planAtOnce } from './bulk-plan.server'
import { chosenPeople, peopleIn } from './chosen.server'
import { peopleFields } from './filter'

type Move = 'give' | 'take' | 'offboard' | 'delete'

const pages = {
  give: 'usersRoleGiving',
  take: 'usersRoleTaking',
  offboard: 'usersOffboarding',
  delete: 'usersDeletion',
} as const satisfies Record<Move, string>

/** Returns the selected people, and the customers' names for the plan. */
export async function bulkData(made: Reader, given: { move: Move; tenantId: string; request: Request }) {
  const { move, tenantId, request } = given
  const { person, panel, read, language } = made
  const search = new URL(request.url).searchParams
  const own = person.info.tenants.find((one) => one.tenantId === tenantId)
  const [chosen, permissions, { name: tenantName }] = await Promise.all([
    chosenPeople(made, { tenantId, change: changeOf[move], selection: peopleIn(search) }),
    panel(tenant.listCustomerPermissions, { path: { id: tenantId } }),
    own ?? read(tenant.getTenant, { path: { id: tenantId } }),
  ])
  const customers = (permissions.ok ? permissions.value : []).map(
    ({ customerId, customerName = customerId }) => [customerId, customerName] as const,
  )
  const t = translator(language)
  const user = chosen.things.map(({ id }) => id)
  const asksNothing = move === 'offboard' || move === 'delete'
  return {
    at: { tenantId },
    chosen,
    listHref: href('users', { tenantId }, search.get('all') === '1' ? { ...filterIn(search, peopleFields) } : {}),
    /** The plan, where the form has no inputs. */
    firstPlan: asksNothing && user.length > 0 ? await planAtOnce(made, { tenantId, move, user }) : null,
    tenantName,
    customerNames: Object.fromEntries(customers),
    age: made.age(),
    crumbs: [
      { name: t('main:view.users'), href: href('users', { tenantId }) },
      { name: t(`main:user.bulk.${move}.title`), href: href(pages[move], { tenantId }) },
    ],
  }
}

export type BulkData = Awaited<ReturnType<typeof bulkData>>
