/** Changes to people and their roles. */
import { bySettings, type ChangeKind } from './change'

/** Reverted by the form of the person's roles. */
const byRoles = { form: 'roles' } as const

export const peopleChanges = {
  'user.create': { capability: 'user.manage', back: { never: 'created' } },
  'user.edit': { capability: 'user.manage', back: bySettings },
  'user.editProfile': { capability: 'self.update', isOwn: true, back: { never: 'profile' } },
  'user.changeRoles': {
    capability: ['role.manage', 'custperm.manage'],
    reason: 'whenPlanSays',
    max: 1_000,
    back: byRoles,
  },
  'user.addRole': { capability: 'role.manage', reason: 'whenPlanSays', max: 1_000, back: byRoles },
  'user.removeRole': { capability: 'role.manage', reason: 'required', max: 1_000, back: byRoles },
  /** Removes expired roles; their end was agreed on when they were assigned. */
  'user.takeRunOut': { capability: ['role.manage', 'custperm.manage'], max: 1_000, back: byRoles },
  'user.offboard': { capability: 'user.manage', reason: 'required', max: 1_000, back: { never: 'ended' } },
  'user.delete': { capability: 'user.manage', reason: 'required', max: 1_000, back: { never: 'invited' } },
} as const satisfies Record<string, ChangeKind>
