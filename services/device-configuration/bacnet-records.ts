/** BACnet settings as stored and as returned (domain §5.6). */
import { type MstpPort, mstpPorts } from '../contracts/bacnet-names'
import type { BbmdRow, MstpValue } from '../contracts/bacnet-value'
import type { Bacnet } from '../contracts/configuration-kinds'
import { fail } from '../kit/api-error'
import type { World } from '../kit/world'
import { modbusPortsOf, rs485PortsOf } from './model-ports'

/** The complete settings of one controller. */
export type StoredBacnetSettings = {
  general: {
    controllerName: string
    deviceInstance: number
    location: string
    description: string
    apduTimeoutMs: number
    apduSegmentTimeoutMs: number
    apduRetries: number
  }
  routing: { enabled: boolean }
  ip: {
    enabled: boolean
    networkNumber: number
    udpPort: number
    bbmd: { enabled: boolean; table: BbmdRow[] }
    foreignDevice: { enabled: boolean; bbmdIp: string | null; bbmdPort: number; ttlSec: number }
  }
  mstp: Required<Pick<MstpValue, keyof typeof mstpDefaults | 'port'>>[]
}

export interface BacnetRecord {
  device_id: string
  customer_id: string
  site_id: string
  model_type: string
  product_name: string
  firmware: string | null
  saved: string
  sent: string | null
  running: string
  version: number
}

/** The first allocated device instance. */
const firstInstance = 1000
/** A number reserved by ASHRAE, so that no vendor is impersonated. */
const vendor = { vendorId: 555, vendorName: 'Plantroom evaluation' }

const mstpDefaults = {
  enabled: false,
  networkNumber: 2,
  macAddress: 0,
  baudRate: 38_400,
  maxMaster: 127,
  maxInfoFrames: 20,
}

interface DeviceRow extends Omit<BacnetRecord, 'device_id' | 'saved' | 'sent' | 'running' | 'version'> {
  host_id: string
  name: string
  number: number
  saved: string | null
  sent: string | null
  running: string | null
  version: number | null
}

/** Returns the row of a controller, or one with its factory settings. Throws 4005 when there is no such controller. */
export function readBacnet({ store }: World, deviceId: string): BacnetRecord {
  const device = store.get<DeviceRow>(
    `SELECT device.rowid AS number, device.customer_id, site_id, model_type, host_id, name, saved, sent, running,
       bacnet_setting.version AS version,
       coalesce((SELECT json_extract(body, '$.name') FROM product WHERE id = product_id), model_type) AS product_name,
       (SELECT max(version) FROM device_package WHERE device_id = device.id AND name = 'platform') AS firmware
     FROM device LEFT JOIN bacnet_setting ON bacnet_setting.device_id = device.id WHERE device.id = ?`,
    deviceId,
  )
  if (!device) return fail(4005)
  const { number, host_id, name, saved, running, version, ...row } = device
  const factory = () => JSON.stringify(factorySettings(device, host_id || name, firstInstance + number))
  return {
    ...row,
    device_id: deviceId,
    saved: saved ?? factory(),
    running: running ?? factory(),
    version: version ?? 1,
  }
}

function factorySettings({ model_type }: { model_type: string }, name: string, instance: number): StoredBacnetSettings {
  return {
    general: {
      controllerName: name.slice(0, 64),
      deviceInstance: instance,
      location: '',
      description: '',
      apduTimeoutMs: 3000,
      apduSegmentTimeoutMs: 2000,
      apduRetries: 3,
    },
    routing: { enabled: false },
    ip: {
      enabled: true,
      networkNumber: 1,
      udpPort: 47_808,
      bbmd: { enabled: false, table: [] },
      foreignDevice: { enabled: false, bbmdIp: null, bbmdPort: 47_808, ttlSec: 300 },
    },
    mstp: rs485PortsOf(model_type).map((port) => ({
      ...mstpDefaults,
      port,
      networkNumber: mstpDefaults.networkNumber + mstpPorts.indexOf(port),
    })),
  }
}

export const bacnetSettingsOf = (text: string) => JSON.parse(text) as StoredBacnetSettings

/** Stores new settings under a new eTag. */
export function storeBacnet({ store }: World, row: BacnetRecord, settings: StoredBacnetSettings): BacnetRecord {
  const next = { ...row, saved: JSON.stringify(settings), version: row.version + 1 }
  store.run(
    `INSERT INTO bacnet_setting (device_id, customer_id, device_instance, controller_name, bbmd, saved, running, version)
     VALUES (?,?,?,?,?,?,?,?)
     ON CONFLICT (device_id) DO UPDATE SET device_instance = excluded.device_instance, bbmd = excluded.bbmd,
       controller_name = excluded.controller_name, saved = excluded.saved, version = excluded.version`,
    next.device_id,
    next.customer_id,
    settings.general.deviceInstance,
    settings.general.controllerName,
    settings.ip.enabled && settings.ip.bbmd.enabled ? 1 : 0,
    next.saved,
    next.running,
    next.version,
  )
  return next
}

/** Returns the saved settings with the controller's read-only fields. */
export function toBacnet(row: BacnetRecord): Bacnet & { eTag: string } {
  const { general, ...settings } = bacnetSettingsOf(row.saved)
  return {
    eTag: `${row.device_id.slice(0, 8)}.b${row.version}`,
    deviceId: row.device_id,
    general: { ...general, ...vendor, modelName: row.product_name, firmwareRevision: row.firmware },
    ...settings,
    supportedPorts: [...rs485PortsOf(row.model_type)],
    modbusPorts: [...modbusPortsOf(row.model_type)],
  }
}

/** Whether another controller of the customer has the instance, saved or from the factory. */
export function isInstanceTaken({ store }: World, row: BacnetRecord, instance: number): boolean {
  const saved = store.get(
    'SELECT 1 FROM bacnet_setting WHERE customer_id = ? AND device_instance = ? AND device_id <> ?',
    row.customer_id,
    instance,
    row.device_id,
  )
  const factory = store.get(
    `SELECT 1 FROM device WHERE rowid = ? AND customer_id = ? AND id <> ?
     AND NOT EXISTS (SELECT 1 FROM bacnet_setting WHERE device_id = device.id)`,
    instance - firstInstance,
    row.customer_id,
    row.device_id,
  )
  return saved !== undefined || factory !== undefined
}

/** Whether another controller of the site has the name, saved or from the factory. */
export function isNameTaken({ store }: World, row: BacnetRecord, name: string): boolean {
  return (
    store.get(
      `SELECT 1 FROM device LEFT JOIN bacnet_setting ON bacnet_setting.device_id = device.id
       WHERE site_id = ? AND device.id <> ?
         AND coalesce(controller_name, nullif(host_id, ''), name) = ? COLLATE NOCASE LIMIT 1`,
      row.site_id,
      row.device_id,
      name,
    ) !== undefined
  )
}

/** Whether another controller on the same network is its broadcast manager. */
export function hasBroadcastManager({ store }: World, row: BacnetRecord): boolean {
  return (
    store.get(
      `SELECT 1 FROM controller AS own JOIN controller AS other ON other.lan_id = own.lan_id
       JOIN bacnet_setting ON bacnet_setting.device_id = other.device_id
       WHERE own.device_id = ? AND other.device_id <> own.device_id AND bbmd = 1 LIMIT 1`,
      row.device_id,
    ) !== undefined
  )
}

/** Whether Modbus RTU uses a port of the model. */
export const isModbusPort = (row: BacnetRecord, port: MstpPort) => modbusPortsOf(row.model_type).includes(port)
