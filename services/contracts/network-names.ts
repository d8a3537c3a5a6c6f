/** What network settings are called; free of schemas, because forms draw with these names in browsers (spec §3). */

export const interfaceNames = ['bridge', 'primary', 'secondary', 'auxiliary'] as const
export type InterfaceName = (typeof interfaceNames)[number]

/** What DHCP decides on its own. */
export const addressFields = ['ipAddress', 'subnetPrefixLength', 'gateway', 'primaryDns', 'secondaryDns'] as const
export type AddressField = (typeof addressFields)[number]
