/** Network settings as stored and as returned (spec §3). */
import type { Network } from '../contracts/device-configuration'
import { supportedInterfaces } from '../contracts/network-rules'
import type { Store } from '../kit/store'
import type { NetworkSettings } from './network-value'

export interface NetworkRow {
  device_id: string
  tenant_id: string
  customer_id: string
  saved: string
  sent: string | null
  version: number
}

export function readNetwork(store: Store, deviceId: string): NetworkRow | undefined {
  return store.get<NetworkRow>('SELECT * FROM network_setting WHERE device_id = ?', deviceId)
}

export function settingsOf(row: NetworkRow): NetworkSettings {
  return JSON.parse(row.saved) as NetworkSettings
}

/** Stores new settings: the eTag changes, and the sent settings are no longer the saved ones. */
export function keepNetwork(store: Store, row: NetworkRow, settings: NetworkSettings): NetworkRow {
  const saved = JSON.stringify(settings)
  store.run('UPDATE network_setting SET saved = ?, version = version + 1 WHERE device_id = ?', saved, row.device_id)
  store.run(
    `UPDATE configuration_state SET content_version = content_version + 1 WHERE device_id = ? AND type = 'network'`,
    row.device_id,
  )
  return { ...row, saved, version: row.version + 1 }
}

/** Returns the settings of one controller as the service returns them. */
export function toNetwork(row: NetworkRow) {
  const settings = settingsOf(row)
  return {
    eTag: `${row.device_id.slice(0, 8)}.n${row.version}`,
    deviceId: row.device_id,
    ...settings,
    supportedInterfaces: supportedInterfaces(settings),
  } satisfies Network
}
