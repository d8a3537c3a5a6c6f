/** What can be wrong on purpose with the air handlers and terminal units behind a controller (domain §11.2). */

/** What can be wrong with a unit; numbers are °C for a bias, % for a stuck damper, 1 for the rest. */
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
