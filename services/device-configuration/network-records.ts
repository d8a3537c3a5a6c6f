/** Network settings as stored and as returned (spec §3). */
import type { Network } from '../contracts/device-configuration'
import { supportedInterfaces } from '../contracts/network-rules'
import type { NetworkSettings } from '../contracts/network-settings'
import type { Store } from '../kit/store'

export interface NetworkRecord {
  device_id: string
  tenant_id: string
  customer_id: string
  saved: string
  sent: string | null
  version: number
}

export function readNetwork(store: Store, deviceId: string): NetworkRecord | undefined {
  return store.get<NetworkRecord>('SELECT * FROM network_setting WHERE device_id = ?', deviceId)
}

export function networkSettingsOf(row: NetworkRecord): NetworkSettings {
  return JSON.parse(row.saved) as NetworkSettings
}

/** Stores new settings: the eTag changes, and the sent settings are no longer the saved ones. */
export function storeNetwork(store: Store, row: NetworkRecord, settings: NetworkSettings): NetworkRecord {
  const saved = JSON.stringify(settings)
  store.run('UPDATE network_setting SET saved = ?, version = version + 1 WHERE device_id = ?', saved, row.device_id)
  store.run(
    `UPDATE configuration_state SET content_version = content_version + 1 WHERE device_id = ? AND type = 'network'`,
    row.device_id,
  )
  return { ...row, saved, version: row.version + 1 }
}

/** Returns the settings of one controller as the service returns them. */
export function toNetwork(row: NetworkRecord) {
  const settings = networkSettingsOf(row)
  return {
    eTag: `${row.device_id.slice(0, 8)}.n${row.version}`,
    deviceId: row.device_id,
    ...settings,
    supportedInterfaces: supportedInterfaces(settings),
  } satisfies Network
}
