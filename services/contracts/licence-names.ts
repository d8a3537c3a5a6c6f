/** The states of a licence, also loaded by browsers (domain §6.3). */
export const licenceStates = ['valid', 'exceeded', 'expired', 'missing'] as const
export type LicenceState = (typeof licenceStates)[number]
