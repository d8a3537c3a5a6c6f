/** Describes the subjects of a change: one by its name, several by their number and common site. */
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import type { TrailChange } from './find-changes.server'

/** Returns the number of subjects. */
export const countSubjects = ({ outcomes }: Pick<TrailChange, 'outcomes'>) =>
  Object.values(outcomes).reduce((sum, one) => sum + one, 0)

export function changeSubjectsText(t: Translate, change: TrailChange): string {
  const count = countSubjects(change)
  const [newest] = change.entries
  if (newest && count === 1) return (newest.outcomeRecord?.subject ?? newest.subject).name
  const many = countWithNoun(t, change.kinds, count) ?? countText(t, 'records', { count, isCapped: false })
  const site = commonSite(change, count)
  return site ? t('main:overview.changes.inSite', { many, site }) : many
}

/** Returns the number with its noun, "3 alarms"; null for mixed kinds. */
export function countWithNoun(t: Translate, kinds: readonly string[], count: number): string | null {
  const [kind = '', ...others] = new Set(kinds)
  const noun = others.length === 0 ? nounOf[kind] : undefined
  return noun ? countText(t, noun, { count, isCapped: false }) : null
}

const nounOf: Readonly<Record<string, Parameters<typeof countText>[1]>> = {
  tenant: 'tenants',
  customer: 'customers',
  user: 'users',
  group: 'groups',
  site: 'sites',
  building: 'buildings',
  space: 'spaces',
  device: 'devices',
  tunnel: 'tunnels',
  alarm: 'alarms',
  fault: 'faults',
  schedule: 'schedules',
  equipment: 'equipment',
  point: 'points',
  template: 'templates',
  controllerNetwork: 'networks',
  siteAgent: 'siteAgents',
}

/** Returns the site of all subjects; null if they have different ones, or it is not known for all. */
function commonSite({ entries }: TrailChange, count: number): string | null {
  const sites = new Set(entries.map(({ subject }) => subject.path?.find(({ type }) => type === 'site')?.name))
  const [only] = sites
  return sites.size === 1 && only && count <= entries.length ? only : null
}
