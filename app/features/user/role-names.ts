/** Translates roles in the rows of a plan. */
import type { PlanReply } from '~/change/plan'
import type { Translate } from '~/i18n/instance'

/** Returns the plan with role names as text; its hash is still that of the roles. */
export function withRoleNames(t: Translate, reply: PlanReply): PlanReply {
  const rows = reply.plan.rows.map((row) => ({
    ...row,
    fields: row.fields.map(({ name, from, to }) =>
      name === 'until' ? { name, from, to } : { name, from: roleWord(t, from), to: roleWord(t, to) },
    ),
  }))
  return { ...reply, plan: { ...reply.plan, rows } }
}

function roleWord(t: Translate, role: string | null): string | null {
  if (role === null) return null
  if (role === 'open') return t('main:user.roles.accessOpen')
  if (role === 'ended') return t('main:user.roles.accessEnded')
  return role === 'kept' ? t('main:user.bulk.recordKept') : t(`role.${role as 'user'}`)
}
