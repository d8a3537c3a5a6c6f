/** What a backup of settings contains, and how what a link reports becomes that. */
import { z } from 'zod'
import { mstpPorts } from '../contracts/bacnet-names'
import { bacnetErrors } from '../contracts/bacnet-value'
import { networkValueErrors } from '../contracts/network-rules'
import type { NetworkSettings } from '../contracts/network-settings'
import { timeErrors } from '../contracts/time-value'
import type { StoredBacnetSettings } from '../device-configuration/bacnet-records'
import { type GfxRecord, retainBytes } from '../device-configuration/gfx-files'
import type { TimeSettings } from '../device-configuration/time-records'
import type { World } from '../kit/world'
import type { SettingsContent } from './port'

/** The parts of a backup that can be restored. */
export interface BackupContent {
  network?: NetworkSettings
  time?: TimeSettings
  bacnet?: StoredBacnetSettings
  gfx?: GfxRecord
}

const enabled = z.boolean()
const number = z.number()
const text = z.string().max(300)
const textOrNone = text.nullable()
const isValid = (errors: object) => Object.keys(errors).length === 0

const networkInterface = z.object({
  enabled,
  ipv4: z.object({
    dhcpEnabled: z.boolean(),
    ipAddress: textOrNone,
    subnetPrefixLength: z.number().int().nullable(),
    gateway: textOrNone,
    primaryDns: textOrNone,
    secondaryDns: textOrNone,
  }),
})
const network = z
  .object({
    bridge: networkInterface.extend({ interfaces: z.array(text).max(4) }).optional(),
    primary: networkInterface.optional(),
    secondary: networkInterface.optional(),
    auxiliary: networkInterface.optional(),
  })
  .refine((value) => isValid(networkValueErrors(value, { many: false })))

const time = z
  .object({ timeZone: text, autoTime: z.boolean(), ntpServers: z.array(text).max(50), dateTime: textOrNone })
  .refine((value) => isValid(timeErrors(value)))

const bacnet = z
  .object({
    general: z.object({
      ...{ controllerName: text, location: text, description: text },
      ...{ deviceInstance: number, apduTimeoutMs: number, apduSegmentTimeoutMs: number, apduRetries: number },
    }),
    routing: z.object({ enabled }),
    ip: z.object({
      ...{ enabled, networkNumber: number, udpPort: number },
      bbmd: z.object({ enabled, table: z.array(z.object({ ip: text, mask: text, port: number })).max(500) }),
      foreignDevice: z.object({ enabled, bbmdIp: textOrNone, bbmdPort: number, ttlSec: number }),
    }),
    mstp: z
      .array(
        z.object({
          ...{ port: z.enum(mstpPorts), enabled, networkNumber: number, macAddress: number },
          ...{ baudRate: number, maxMaster: number, maxInfoFrames: number },
        }),
      )
      .max(3),
  })
  .refine((value) => isValid(bacnetErrors(value)))

const settings = z.object({
  network: network.optional(),
  time: time.optional(),
  bacnet: bacnet.optional(),
  gfx: z.object({ sha256: z.string() }).optional(),
})

/**
 * Returns what a controller has reported, with the file of its graphics if the services have that one; null for settings
 * that could not be saved for a controller.
 */
export function contentReported(world: World, deviceId: string, reported: SettingsContent): BackupContent | null {
  const checked = settings.safeParse(reported)
  if (!checked.success) return null
  const { gfx, ...parts } = checked.data
  const file = gfx ? retainBytes(world, deviceId) : null
  return {
    ...(parts.network && { network: parts.network as NetworkSettings }),
    ...(parts.time && { time: parts.time }),
    ...(parts.bacnet && { bacnet: parts.bacnet }),
    ...(file && file.sha256 === gfx?.sha256 && { gfx: file }),
  }
}
