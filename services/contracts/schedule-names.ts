/** Values of schedule fields, also loaded by browsers (domain §3.1). */
export const syncStates = ['inSync', 'pendingSend', 'sending', 'failed', 'deviceChanged'] as const
export const valueTypes = ['boolean', 'enum', 'integer', 'number'] as const
