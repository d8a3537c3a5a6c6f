/** Changes to controllers and to the tunnels to them. */
import { bySettings, type ChangeKind } from './change'

export const controllerChanges = {
  'device.create': { capability: 'device.write', back: { never: 'created' } },
  'device.add': { capability: 'device.onboard', max: 1_000, back: { never: 'created' } },
  'device.edit': { capability: 'device.write', back: bySettings },
  'device.upload': { capability: 'device.write', back: { never: 'uploaded' } },
  'device.delete': { capability: 'device.write', reason: 'required', max: 1_000, back: { never: 'deleted' } },
  'device.onboard': { capability: 'device.onboard', back: { never: 'inService' } },
  'device.offboard': { capability: 'device.onboard', reason: 'required', back: { never: 'offboarded' } },
  'device.refresh': { capability: 'device.test', back: { never: 'asked' } },
  'device.writing': { capability: 'config.write', reason: 'required', back: { never: 'switchedWriting' } },
  'device.manage': { capability: 'config.write', reason: 'required', back: { never: 'asked' } },
  'tunnel.open': { capability: 'tunnel.manage', reason: 'required', back: { never: 'opened' }, next: 'tunnel' },
  'tunnel.close': { capability: 'tunnel.manage', back: { never: 'closed' } },
} as const satisfies Record<string, ChangeKind>
