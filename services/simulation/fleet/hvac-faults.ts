/** Faults that can be injected into the air handlers and terminal units behind a controller (domain §11.2). */

/** Faults of a unit; the strength is °C for a bias, % for a stuck damper, 1 for the rest. */
export const hvacFaultNames = [
  'fanBelt',
  'matBias',
  'satBias',
  'oatBias',
  'hunting',
  'coolingValveLeak',
  'heatingValveLeak',
  'oaDamperStuck',
  'heatingUnavailable',
  'coolingUnavailable',
  'vavDamperStuckClosed',
  'noReheat',
  'flowSensorBias',
  'vavDamperLeak',
  'reheatLeak',
  'fcuHeatUnavailable',
  'fcuCoolUnavailable',
  'fcuChwLeak',
  'fcuHwLeak',
] as const
export type HvacFaultName = (typeof hvacFaultNames)[number]
