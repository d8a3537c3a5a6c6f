/** Values of alarm fields, also loaded by browsers (domain §1). */
export const eventStates = ['normal', 'fault', 'offnormal', 'highLimit', 'lowLimit', 'lifeSafetyAlarm'] as const
export const transitionNames = ['toOffnormal', 'toFault', 'toNormal'] as const
/** By priority: 0–63, 64–127, 128–191, 192–255 (domain §1.1). */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const ackStates = ['unacknowledged', 'acknowledged', 'notRequired'] as const
