/** What is changed about people and their roles. */
import { bySettings, type ChangeKind } from './change'

/** The form of somebody's roles puts them back. */
const byRoles = { form: 'roles' } as const

export const peopleChanges = {
  'user.create': { capability: 'user.manage', back: { never: 'created' } },
  'user.edit': { capability: 'user.manage', back: bySettings },
  'user.editProfile': { capability: 'self.update', isOwn: true, back: { never: 'profile' } },
  'user.changeRoles': {
    capability: ['role.manage', 'custperm.manage'],
    reason: 'whenPlanSays',
    most: 1_000,
    back: byRoles,
  },
  'user.addRole': { capability: 'role.manage', reason: 'whenPlanSays', most: 1_000, back: byRoles },
  'user.removeRole': { capability: 'role.manage', reason: 'required', most: 1_000, back: byRoles },
  /** Those whose time is over; the end was agreed on when they were given. */
  'user.takeRunOut': { capability: ['role.manage', 'custperm.manage'], most: 1_000, back: byRoles },
  'user.offboard': { capability: 'user.manage', reason: 'required', most: 1_000, back: { never: 'ended' } },
  'user.delete': { capability: 'user.manage', reason: 'required', most: 1_000, back: { never: 'invited' } },
} as const satisfies Record<string, ChangeKind>
