/** The configuration of a simulated controller as a file: its schedules, for a controller of the same model. */
import { z } from 'zod'
import type { BackupSource } from '../../bacnet/server/device-model'
import { Calendar, Schedule } from '../../contracts/schedules'
import type { DeviceDocument } from './device-schedules'

const ConfigurationFile = z.object({
  format: z.literal('plantroom-device'),
  model: z.string(),
  calendars: z.array(Calendar),
  schedules: z.array(Schedule),
})

/** Returns what reads and restores the configuration of a controller. */
export function deviceBackup(document: DeviceDocument, model: string): BackupSource {
  return {
    read() {
      const { calendars, schedules } = document.now()
      return new TextEncoder().encode(JSON.stringify({ format: 'plantroom-device', model, calendars, schedules }))
    },
    restore(octets) {
      const file = ConfigurationFile.safeParse(jsonIn(octets))
      return file.success && file.data.model === model && document.save(file.data)
    },
  }
}

/** Returns undefined for octets that are no JSON. */
function jsonIn(octets: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets)) as unknown
  } catch {
    return undefined
  }
}
