/** Values of schedule fields, also loaded by browsers (domain §3.1). */
export const syncStates = ['inSync', 'pendingSend', 'sending', 'failed', 'deviceChanged'] as const
export const valueTypes = ['boolean', 'enum', 'integer', 'number'] as const
/** Parts of a schedule or calendar that a controller may not let be changed. */
export const fixedParts = [
  'name',
  'description',
  'effectivePeriod',
  'weeklySchedule',
  'exceptionSchedule',
  'scheduleDefault',
  'listOfObjectPropertyReferences',
  'priorityForWriting',
  'outOfService',
  'dateList',
] as const
