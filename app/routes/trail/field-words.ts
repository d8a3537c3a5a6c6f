/** The fields of a record in words: as the form of the change calls them, else as they were written down. */
import type { TrailEntry } from '~/audit/trail.server'
import type { Translate } from '~/i18n/instance'
import { buildingFieldLabel } from '../building/fields'
import { customerFieldLabel } from '../customer/fields'
import { groupFieldLabel } from '../group/fields'
import { settingText } from '../network/fields'
import { siteFieldLabel } from '../site/fields'
import { spaceFieldLabel } from '../space/fields'
import { tenantFieldLabel } from '../tenant/fields'
import { personLabel } from '../user/person-form'
import { type FieldDifference, fieldDifferences } from './differences'

const labels: Record<string, (t: Translate, name: string) => string> = {
  tenant: tenantFieldLabel,
  customer: customerFieldLabel,
  group: groupFieldLabel,
  site: siteFieldLabel,
  building: buildingFieldLabel,
  space: spaceFieldLabel,
  user: (t, name) => personLabel(t)(name),
}

/** What a record changed, field by field, in words. */
export function differencesIn(t: Translate, entry: TrailEntry): (FieldDifference & { label: string })[] {
  const isRoles = entry.mutation === 'user.changeRoles'
  const value = (text: string | null) =>
    text !== null && isRoles ? t(`role.${text}` as 'role.admin', { defaultValue: text }) : text
  return fieldDifferences(entry.before, entry.ending?.after ?? entry.after).map(({ name, before, after }) => ({
    name,
    label: labelOf(t, entry, name),
    before: value(before),
    after: value(after),
  }))
}

function labelOf(t: Translate, { mutation, subject }: TrailEntry, name: string): string {
  if (mutation === 'network.save') return settingText(t, name) ?? name
  if (mutation === 'user.changeRoles')
    return name === 'tenantRole' ? t('field.role') : name.replace('customerRoles.', '')
  return labels[subject.kind]?.(t, name) ?? name
}
