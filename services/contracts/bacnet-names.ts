/** The RS-485 ports of a controller and their baud rates, also loaded by browsers (domain §5.6). */
export const mstpPorts = ['onboard', 'module1', 'module2'] as const
export type MstpPort = (typeof mstpPorts)[number]
export const baudRates = [9600, 19_200, 38_400, 57_600, 76_800, 115_200] as const
