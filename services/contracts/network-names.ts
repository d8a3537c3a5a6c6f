/** The names in network settings; free of schemas, because forms use them in browsers (spec §3). */

export const interfaceNames = ['bridge', 'primary', 'secondary', 'auxiliary'] as const
export type InterfaceName = (typeof interfaceNames)[number]

/** The fields that DHCP determines. */
export const addressFields = ['ipAddress', 'subnetPrefixLength', 'gateway', 'primaryDns', 'secondaryDns'] as const
export type AddressField = (typeof addressFields)[number]
