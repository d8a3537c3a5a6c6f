/** How a licence can stand; browsers have this too (domain §6.3). */
export const licenceStates = ['valid', 'exceeded', 'expired', 'missing'] as const
export type LicenceState = (typeof licenceStates)[number]
