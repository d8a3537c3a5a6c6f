/** The fields of a record in words: as the form of the change calls them, else as they were written down. */

import { lifetimeIn } from '~/domain/tunnel'
import type { Translate } from '~/i18n/instance'
import { buildingFieldLabel } from '~/things/building/fields'
import { customerFieldLabel } from '~/things/customer/fields'
import { deviceFieldLabel } from '~/things/device/fields'
import { groupFieldLabel } from '~/things/group/fields'
import { settingText } from '~/things/network/fields'
import { siteFieldLabel } from '~/things/site/fields'
import { spaceFieldLabel } from '~/things/space/fields'
import { tenantFieldLabel } from '~/things/tenant/fields'
import { personLabel } from '~/things/user/fields'
import type { TrailEntry } from '~/trail/find-entries.server'
import { type FieldDifference, fieldDifferences } from './differences'

const labels: Record<string, (t: Translate, name: string) => string> = {
  tenant: tenantFieldLabel,
  customer: customerFieldLabel,
  group: groupFieldLabel,
  site: siteFieldLabel,
  building: buildingFieldLabel,
  space: spaceFieldLabel,
  user: (t, name) => personLabel(t)(name),
  device: deviceFieldLabel,
}

/** Fields that no form of an edit has. */
const ownLabels: Readonly<Record<string, Label>> = {
  'network.sendState': 'main:send.plan.state',
  service: 'main:tunnel.to',
  deleteAfterMin: 'main:tunnel.lifetime',
  status: 'field.state',
  onboardingStatus: 'field.state',
  reason: 'field.reason',
  archived: 'main:trail.field.archived',
  adminEmail: 'main:trail.field.adminEmail',
  force: 'main:trail.field.force',
}

type Label =
  | 'main:send.plan.state'
  | 'main:tunnel.to'
  | 'main:tunnel.lifetime'
  | 'field.state'
  | 'field.reason'
  | `main:trail.field.${'archived' | 'adminEmail' | 'force'}`

/** What a record changed, field by field, in words. */
export function differencesIn(t: Translate, entry: TrailEntry): (FieldDifference & { label: string })[] {
  return fieldDifferences(entry.before, entry.ending?.after ?? entry.after).map(({ name, before, after }) => ({
    name,
    label: labelOf(t, entry, name),
    before: valueText(t, entry, { name, text: before }),
    after: valueText(t, entry, { name, text: after }),
  }))
}

function labelOf(t: Translate, { mutation, subject }: TrailEntry, name: string): string {
  if (mutation === 'network.save') return settingText(t, name) ?? name
  if (mutation === 'configuration.send' && name !== 'network.sendState') return settingText(t, name) ?? name
  const own = ownLabels[name]
  if (own) return t(own)
  if (mutation === 'user.changeRoles')
    return name === 'tenantRole' ? t('field.role') : name.replace('customerRoles.', '')
  return labels[subject.kind]?.(t, name) ?? name
}

/** A value in words, where it is one of a few that the console has words for. */
function valueText(
  t: Translate,
  { mutation }: TrailEntry,
  { name, text }: { name: string; text: string | null },
): string | null {
  if (text === null) return null
  const said = (key: string) => t(key as 'role.admin', { defaultValue: text })
  if (mutation === 'user.changeRoles') return said(`role.${text}`)
  if (name === 'network.sendState') return said(`sendState.${text}`)
  if (mutation.startsWith('tunnel.')) {
    if (name === 'service' || name === 'status') return said(`main:tunnel.${name}.${text}`)
    const { unit, count } = lifetimeIn(Number(text))
    if (name === 'deleteAfterMin') return t(`main:tunnel.${unit}`, { count })
  }
  if (text === 'true' || text === 'false') return t(text === 'true' ? 'word.yes' : 'word.no')
  return text
}
