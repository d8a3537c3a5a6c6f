/** Changes to points: writing values, overriding and releasing them (domain §4.5). */
import type { ChangeKind } from './change'

const written = { flag: 'pointWrite', reason: 'required', back: { never: 'written' } } as const
const released = { flag: 'pointWrite', back: { never: 'released' } } as const

export const pointChanges = {
  'historian.save': { capability: 'config.write', back: { form: 'historian' } },
  'point.override': { capability: 'point.override', ...written },
  'point.hold': { capability: 'point.overridePermanent', ...written },
  'point.write': { capability: 'point.write', ...written },
  'point.emergency': { capability: 'point.emergency', ...written },
  'point.release': { capability: 'point.override', ...released },
  'point.endEmergency': { capability: 'point.emergency', ...released },
  'point.giveBack': { capability: 'point.write', ...released },
  'overrides.clear': {
    capability: ['point.override', 'point.emergency', 'point.write'],
    flag: 'pointWrite',
    reason: 'required',
    max: 1_000,
    back: { never: 'released' },
  },
} as const satisfies Record<string, ChangeKind>
