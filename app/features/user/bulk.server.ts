/** The changes of several people: their selection, form, plan and calls (design §7, domain §16). */

import { tenant } from '#contracts/tenant'
import { changedIds } from '~/change/write-in-chunks.server'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import type { Bulk, BulkPlace } from '~/kit/bulk/bulk.server'
import { type BulkReader, type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import { type BulkAction, PeopleForm, planBulkAction, RoleAssignmentForm, RoleRemovalForm } from './bulk-plan.server'
import { changeRolesInBulk, deleteUsersInBulk } from './bulk-work.server'
import { peopleFields } from './filter'
import { findPeople } from './find-people.server'
import { saveRoleEnds } from './role-ends.server'
import { tenantNameOf } from './roles.server'

export interface SelectedPerson {
  id: string
  name: string
}

interface At {
  tenantId: string
}

type PeoplePage = 'usersRoleGiving' | 'usersRoleTaking' | 'usersOffboarding' | 'usersDeletion'

export const tenantPlace: BulkPlace<At> = {
  about: ({ tenantId }) => ({ kind: 'tenant', id: tenantId, name: tenantId }),
  load: async (reader, { tenantId }) => ({ name: await tenantNameOf(reader, tenantId) }),
}

type PeopleBulk<Form> = Bulk<PeoplePage, ListSelection, SelectedPerson, Form>

/** Returns a change of several people. */
function peopleBulk<Form extends { user: string[] }>({
  action,
  ...parts
}: Pick<PeopleBulk<Form>, 'change' | 'page' | 'crumb' | 'form' | 'initial' | 'send'> & {
  action(form: Form): BulkAction
}): PeopleBulk<Form> {
  return {
    ...parts,
    place: tenantPlace,
    list: { href: (at, search) => href('users', at, search), label: (t) => t('main:view.users') },
    selection: listSelection({
      change: parts.change,
      of: 'users',
      service: 'tenant',
      name: 'user',
      fields: peopleFields,
      known: ['sort'],
      postsShown: true,
      isNumbered: true,
      keyOf: ({ id }: SelectedPerson) => id,
      named: peopleById,
      async matching(reader, { tenantId }: At, filter, after) {
        const { people, total, next, isCut } = await findPeople(reader, { tenantId, filter, after, pageSize: 200 })
        return {
          things: people.map((user) => ({ id: user.id, name: displayName(user) || user.email })),
          next,
          total: total === null ? null : { count: total, isCapped: isCut },
          incomplete: isCut,
        }
      },
    }),
    chosenIn: ({ user }) => ({ ids: user, filter: null }),
    plan({ chosen, things }, context, { tenantId }) {
      const userIds = chosen.filter === null ? chosen.ids : things.map(({ id }) => id)
      return planBulkAction(context, { tenantId, userIds, move: action(context.form) })
    },
  }
}

async function peopleById({ read }: BulkReader, { tenantId }: At, ids: readonly string[]): Promise<SelectedPerson[]> {
  const initialsList = await read(tenant.allInitials, { path: { id: tenantId } })
  const selected = new Set(ids)
  return initialsList
    .filter(({ userId }) => selected.has(userId))
    .map(({ userId, fullName, initials }) => ({ id: userId, name: fullName || initials }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Assigns a role until the end of a day in the zone, an IANA id. */
export const roleGiving = (zone: string) =>
  peopleBulk({
    change: 'user.addRole',
    crumb: (t) => t('main:user.bulk.give.title'),
    page: 'usersRoleGiving',
    form: RoleAssignmentForm,
    action: ({ role, until }) => ({ kind: 'give', role, until, zone }),
    async send(context, { tenantId }) {
      const { role, until } = context.form
      const ends = changedIds(context.plan).map((userId) => ({
        userId,
        customerId: null,
        role,
        lastDay: until ?? null,
      }))
      await saveRoleEnds({ tenantId, zone, changeId: context.changeId }, ends)
      await changeRolesInBulk(context, tenantId)
    },
  })

export const roleTaking = peopleBulk({
  change: 'user.removeRole',
  crumb: (t) => t('main:user.bulk.take.title'),
  page: 'usersRoleTaking',
  form: RoleRemovalForm,
  action: ({ role }) => ({ kind: 'take', role }),
  send: (context, { tenantId }) => changeRolesInBulk(context, tenantId),
})

export const offboarding = peopleBulk({
  change: 'user.offboard',
  crumb: (t) => t('main:user.bulk.offboard.title'),
  page: 'usersOffboarding',
  form: PeopleForm,
  initial: (_, { ids }) => ({ form: { user: [...ids] } }),
  action: () => ({ kind: 'offboard' }),
  send: (context, { tenantId }) => changeRolesInBulk(context, tenantId),
})

export const peopleDeletion = peopleBulk({
  change: 'user.delete',
  crumb: (t) => t('main:user.bulk.delete.title'),
  page: 'usersDeletion',
  form: PeopleForm,
  initial: (_, { ids }) => ({ form: { user: [...ids] } }),
  action: () => ({ kind: 'delete' }),
  send: (context, { tenantId }) => deleteUsersInBulk(context, tenantId),
})
