/** Fan coil units: their rules and faults are behind a separate flag (spec §6, domain §2.4). */
export const isFanCoil = (type: string | null | undefined): boolean => type === 'Fan_Coil_Unit'
