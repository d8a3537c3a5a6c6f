/** Returns the menu entry of a change: that of its subject. */
import type { MenuName } from '~/views'

export function menuEntryOf({ mutation }: { mutation: string }): MenuName {
  const [area = '', change] = mutation.split('.')
  if (area === 'configuration' || change === 'save') return 'configuration'
  return sections[area] ?? 'trail'
}

const sections: Readonly<Record<string, MenuName>> = {
  alarm: 'alarms',
  fault: 'faults',
  rule: 'rules',
  variables: 'rules',
  overrides: 'overrides',
  point: 'points',
  historian: 'points',
  equipment: 'allEquipment',
  points: 'allEquipment',
  schedule: 'schedules',
  calendar: 'schedules',
  packages: 'deployments',
  device: 'devices',
  tunnel: 'tunnels',
  user: 'users',
  group: 'sites',
  site: 'sites',
  building: 'sites',
  space: 'sites',
}
