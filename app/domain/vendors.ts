/** Device vendors by their BACnet vendor id, named as in ASHRAE's registry: those common in buildings (domain §6.3). */
const vendors: Readonly<Record<number, string>> = {
  0: 'ASHRAE',
  2: 'The Trane Company',
  3: 'McQuay International',
  5: 'Johnson Controls, Inc.',
  7: 'Siemens Schweiz AG',
  8: 'Delta Controls',
  9: 'Siemens Schweiz AG',
  10: 'Schneider Electric',
  16: 'United Technologies Carrier',
  17: 'Honeywell Inc.',
  18: 'Alerton / Honeywell',
  24: 'Automated Logic Corporation',
  28: 'KMC Controls, Inc.',
  35: 'Reliable Controls Corporation',
  36: 'Tridium Inc.',
  80: 'Fr. Sauter AG',
  89: 'Saia-Burgess Controls, Ltd.',
  127: 'ABB, Inc.',
  136: 'Regulvar, Inc.',
  178: 'LOYTEC Electronics GmbH',
  222: 'WAGO Kontakttechnik GmbH & Co. KG',
  245: 'Contemporary Control Systems, Inc.',
  260: 'BACnet Stack at SourceForge',
  332: 'Distech Controls SAS',
  335: 'Schneider Electric',
  364: 'Distech Controls Inc.',
}

/** Returns the name of a vendor; null for an unknown id. */
export function vendorName(vendorId: number): string | null {
  return vendors[vendorId] ?? null
}
