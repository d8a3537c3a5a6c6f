/** The data of the pages for bulk actions on people. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { parseFilter } from '~/kit/list/filter'
import { changeOfAction, initialBulkPlan } from './bulk-plan.server'
import { peopleFields } from './filter'
import { parsePeopleSelection, selectedPeople } from './people-selection.server'

type Move = 'give' | 'take' | 'offboard' | 'delete'

const pages = {
  give: 'usersRoleGiving',
  take: 'usersRoleTaking',
  offboard: 'usersOffboarding',
  delete: 'usersDeletion',
} as const satisfies Record<Move, string>

/** Returns the selected people, and the customers' names for the plan. */
export async function peopleChangeData(reader: Reader, options: { move: Move; tenantId: string; request: Request }) {
  const { move, tenantId, request } = options
  const { person, panel, read, language } = reader
  const search = new URL(request.url).searchParams
  const own = person.info.tenants.find((one) => one.tenantId === tenantId)
  const [selected, permissions, { name: tenantName }] = await Promise.all([
    selectedPeople(reader, { tenantId, change: changeOfAction[move], selection: parsePeopleSelection(search) }),
    panel(tenant.listCustomerPermissions, { path: { id: tenantId } }),
    own ?? read(tenant.getTenant, { path: { id: tenantId } }),
  ])
  const customers = (permissions.ok ? permissions.value : []).map(
    ({ customerId, customerName = customerId }) => [customerId, customerName] as const,
  )
  const t = translator(language)
  const user = selected.things.map(({ id }) => id)
  const hasNoInputs = move === 'offboard' || move === 'delete'
  return {
    at: { tenantId },
    chosen: selected,
    listHref: href('users', { tenantId }, search.get('all') === '1' ? { ...parseFilter(search, peopleFields) } : {}),
    /** The plan, where the form has no inputs. */
    firstPlan: hasNoInputs && user.length > 0 ? await initialBulkPlan(reader, { tenantId, move, user }) : null,
    tenantName,
    customerNames: Object.fromEntries(customers),
    age: reader.age(),
    crumbs: [
      { name: t('main:view.users'), href: href('users', { tenantId }) },
      { name: t(`main:user.bulk.${move}.title`), href: href(pages[move], { tenantId }) },
    ],
  }
}

export type PeopleChangeData = Awaited<ReturnType<typeof peopleChangeData>>
