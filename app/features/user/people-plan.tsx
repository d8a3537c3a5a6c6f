/** The plan of a change of several people's roles. */
import type { PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { useT } from '~/i18n/use-t'
import { withRoleNames } from './role-names'
import { customerOfLine } from './role-plan'

interface Props {
  reply: PlanReply
  /** The names of the tenant and of its customers by id. */
  names: { tenantName: string; customerNames: Readonly<Record<string, string>> }
  /** Returns the label of the button for a number of changes. */
  apply: (count: number) => string
  canEdit: boolean
  look: 'primary' | 'danger'
  cancelHref: string
}

export function PeoplePlan({ reply, names: { tenantName, customerNames }, apply, canEdit, look, cancelHref }: Props) {
  const t = useT()
  const text = (key: string) => {
    const customerId = customerOfLine(key)
    if (customerId) return t('main:user.roles.roleIn', { customer: customerNames[customerId] ?? customerId })
    if (key === 'until') return t('main:user.roles.until')
    if (key === 'tenant' || key === 'leftOver') return t('main:user.roles.inTenant', { name: tenantName })
    if (key === 'access') return t('main:user.roles.access')
    return key === 'record' ? t('main:user.bulk.record') : null
  }
  return (
    <PlanForm
      reply={withRoleNames(t, reply)}
      words={{
        caption: t('main:user.roles.planCaption'),
        subjectTitle: t('main:user.roles.person'),
        emptyText: t('main:user.roles.none'),
        apply,
        text,
      }}
      canEdit={canEdit}
      look={look}
      cancelHref={cancelHref}
    />
  )
}
