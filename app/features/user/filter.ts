/** The filters of the list of people. */
import { type RoleName, roleNames } from '#contracts/permissions'
import type { FilterFields, FilterOf } from '~/kit/list/filter'

/** `customer`: the id of a customer with a role. */
export const peopleFields = {
  q: { kind: 'words', label: (t) => t('main:user.list.search') },
  initials: { kind: 'words', label: (t) => t('main:user.list.initials'), maxLength: 10 },
  role: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:user.list.role'),
    values: roleNames,
    text: (t, value) => t(`role.${value as RoleName}`),
  },
  customer: { kind: 'choice', several: true, label: (t) => t('main:user.list.customer') },
} as const satisfies FilterFields

export type PeopleFilter = FilterOf<typeof peopleFields>
