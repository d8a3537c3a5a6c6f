/** Fan coil units: their rules are behind a flag of their own, and so are their faults (spec §6, domain §2.4). */
export const isOfFanCoil = (type: string | null | undefined): boolean => type === 'Fan_Coil_Unit'
