/** Whom a change was about: the one thing by its name, else how many of them there are, and the site of all. */
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import type { TrailChange } from '~/trail/find-changes.server'

/** How many things it was about. */
export const countOf = ({ outcomes }: Pick<TrailChange, 'outcomes'>) =>
  Object.values(outcomes).reduce((sum, one) => sum + one, 0)

export function whomOf(t: Translate, change: TrailChange): string {
  const count = countOf(change)
  const [newest] = change.entries
  if (newest && count === 1) return (newest.ending?.subject ?? newest.subject).name
  const many = manyText(t, change.kinds, count) ?? countText(t, 'records', { count, isCapped: false })
  const site = commonSite(change, count)
  return site ? t('main:overview.changes.inSite', { many, site }) : many
}

/** So many things of these kinds, "3 alarms"; null where they have no one noun. */
export function manyText(t: Translate, kinds: readonly string[], count: number): string | null {
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
}

/** The site that all of it was done in; null where that is not known of all. */
function commonSite({ entries }: TrailChange, count: number): string | null {
  const sites = new Set(entries.map(({ subject }) => subject.path?.find(({ type }) => type === 'site')?.name))
  const [only] = sites
  return sites.size === 1 && only && count <= entries.length ? only : null
}
