/** Changes to site groups, sites, buildings and spaces. */
import { bySettings, type ChangeKind } from './change'

export const placeChanges = {
  'group.create': { capability: 'hierarchy.write', back: { never: 'created' } },
  'group.edit': { capability: 'hierarchy.write', back: bySettings },
  'group.delete': { capability: 'hierarchy.write', reason: 'required', back: { never: 'deleted' } },
  'site.create': { capability: 'hierarchy.write', back: { never: 'created' } },
  'site.edit': { capability: 'hierarchy.write', back: bySettings },
  'site.move': { capability: 'hierarchy.write', max: 2_000, back: { never: 'moved' } },
  'site.archive': { capability: 'hierarchy.write', reason: 'required', back: { never: 'archived' } },
  'site.restore': { capability: 'hierarchy.write', back: { never: 'restored' } },
  'site.delete': { capability: 'hierarchy.write', reason: 'required', back: { never: 'deleted' } },
  'site.build': { capability: 'hierarchy.write', back: { never: 'uploaded' }, next: 'import' },
  'controllerNetwork.create': { capability: 'hierarchy.write', back: { never: 'created' } },
  'controllerNetwork.edit': { capability: 'hierarchy.write', back: bySettings },
  'controllerNetwork.delete': { capability: 'hierarchy.write', reason: 'required', back: { never: 'deleted' } },
  'controllerNetwork.search': { capability: 'device.onboard', back: { never: 'asked' } },
  'building.create': { capability: 'hierarchy.write', back: { never: 'created' } },
  'building.edit': { capability: 'hierarchy.write', back: bySettings },
  'building.delete': { capability: 'hierarchy.write', reason: 'required', back: { never: 'deleted' } },
  'space.create': { capability: 'hierarchy.write', back: { never: 'created' } },
  'space.edit': { capability: 'hierarchy.write', back: bySettings },
  'space.delete': { capability: 'hierarchy.write', reason: 'required', back: { never: 'deleted' } },
} as const satisfies Record<string, ChangeKind>
