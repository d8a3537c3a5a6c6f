/** Values of BACnet settings that browsers load as well: RS-485 ports, their baud rates, and the range of instances (domain §5.6). */
export const mstpPorts = ['onboard', 'module1', 'module2'] as const
export type MstpPort = (typeof mstpPorts)[number]
export const baudRates = [9600, 19_200, 38_400, 57_600, 76_800, 115_200] as const

/** The highest device instance a controller may have; the next number is the wildcard (B). */
export const maxDeviceInstance = 4_194_302
