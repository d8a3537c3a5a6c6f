/** What a backup of a controller contains. */
import type { bacnetSettingsOf } from '../device-configuration/bacnet-records'
import type { GfxRecord } from '../device-configuration/gfx-files'
import type { NetworkSettings } from '../device-configuration/network-value'
import type { TimeSettings } from '../device-configuration/time-records'

/** The parts of a backup that can be restored. */
export interface BackupContent {
  network?: NetworkSettings
  time?: TimeSettings
  bacnet?: ReturnType<typeof bacnetSettingsOf>
  gfx?: GfxRecord
}
