/** The texts of a plan of roles: labels of its lines, and the names of roles. */
import type { PlanField } from '~/change/plan'
import type { PlanWords } from '~/change/plan-words'
import type { Translate } from '~/i18n/instance'
import { customerOfLine } from './role-plan'

interface Names {
  tenantName: string
  /** By id. */
  customerNames: ReadonlyMap<string, string>
}

/** Returns the lines with their labels. */
export function labelRoles(t: Translate, lines: readonly PlanField[], { tenantName, customerNames }: Names) {
  return lines.map((line): PlanField => ({ ...line, label: labelOf(line.name) }))

  function labelOf(name: string): string {
    const customerId = customerOfLine(name)
    if (customerId) return t('main:user.roles.roleIn', { customer: customerNames.get(customerId) || customerId })
    if (name === 'until') return t('main:user.roles.until')
    if (name === 'access') return t('main:user.roles.access')
    return name === 'record' ? t('main:user.bulk.record') : t('main:user.roles.inTenant', { name: tenantName })
  }
}

/** Returns the words of a plan of roles; its values are names on the wire. */
export function rolePlanWords(t: Translate): PlanWords {
  return {
    caption: t('main:user.roles.planCaption'),
    subjectTitle: t('main:user.roles.person'),
    emptyText: t('main:user.roles.none'),
    valueText(field, value) {
      if (field === 'until') return value
      if (value === 'open') return t('main:user.roles.accessOpen')
      if (value === 'ended') return t('main:user.roles.accessEnded')
      return value === 'kept' ? t('main:user.bulk.recordKept') : t(`role.${value as 'user'}`)
    },
  }
}
