/** The part of the menu in which the page of a change stands: that of what was changed. */
import { kindOfChange } from '~/things/configuration'
import type { TrailEntry } from '~/trail/find-entries.server'
import type { MenuName } from '~/views'

export function sectionOf(entry: Pick<TrailEntry, 'mutation' | 'before'>): MenuName {
  const [area = '', change] = entry.mutation.split('.')
  if (area === 'configuration' || change === 'save') return kindOfChange(entry)
  return sections[area] ?? 'trail'
}

const sections: Readonly<Record<string, MenuName>> = {
  packages: 'deployments',
  device: 'devices',
  tunnel: 'tunnels',
  user: 'users',
  group: 'sites',
  site: 'sites',
  building: 'sites',
  space: 'sites',
}
