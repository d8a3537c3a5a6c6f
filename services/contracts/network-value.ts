/** Network settings as saved: four interfaces; omitted fields keep their value (spec §3, §5, domain §5.5). */
import { z } from 'zod'

export const Ipv4 = z.looseObject({
  ipAddress: z.string().nullish(),
  dhcpEnabled: z.boolean().nullish(),
  subnetPrefixLength: z.number().int().nullish(),
  gateway: z.string().nullish(),
  primaryDns: z.string().nullish(),
  secondaryDns: z.string().nullish(),
})
export type Ipv4 = z.infer<typeof Ipv4>

export const NetworkInterface = z.looseObject({ enabled: z.boolean().nullish(), ipv4: Ipv4.nullish() })
export type NetworkInterface = z.infer<typeof NetworkInterface>

export const NetworkValue = z.looseObject({
  bridge: NetworkInterface.extend({ interfaces: z.array(z.string()).nullish() }).nullish(),
  primary: NetworkInterface.nullish(),
  secondary: NetworkInterface.nullish(),
  auxiliary: NetworkInterface.nullish(),
})
export type NetworkValue = z.infer<typeof NetworkValue>
