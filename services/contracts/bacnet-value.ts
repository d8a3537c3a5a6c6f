/** BACnet settings: their shape, and the checks that apply to any controller (domain §5.6). */
import { z } from 'zod'
import { baudRates, maxDeviceInstance, mstpPorts } from './bacnet-names'
import type { FieldErrors } from './errors'
import { isHostIpv4, octetsOf } from './ipv4'

const Name = z.string().max(200)

export const BbmdRow = z.looseObject({ ip: z.string(), mask: z.string(), port: z.number() })
export type BbmdRow = z.infer<typeof BbmdRow>

export const MstpValue = z.looseObject({
  port: z.enum(mstpPorts),
  enabled: z.boolean().optional(),
  networkNumber: z.number().optional(),
  macAddress: z.number().optional(),
  baudRate: z.number().optional(),
  maxMaster: z.number().optional(),
  maxInfoFrames: z.number().optional(),
})
export type MstpValue = z.infer<typeof MstpValue>

/** Read-only fields in a saved value are accepted and ignored. */
export const BacnetValue = z.looseObject({
  general: z
    .looseObject({
      controllerName: Name.optional(),
      deviceInstance: z.number().optional(),
      location: Name.optional(),
      description: Name.optional(),
      apduTimeoutMs: z.number().optional(),
      apduSegmentTimeoutMs: z.number().optional(),
      apduRetries: z.number().optional(),
    })
    .optional(),
  routing: z.looseObject({ enabled: z.boolean().optional() }).optional(),
  ip: z
    .looseObject({
      enabled: z.boolean().optional(),
      networkNumber: z.number().optional(),
      udpPort: z.number().optional(),
      bbmd: z.looseObject({ enabled: z.boolean().optional(), table: z.array(BbmdRow).max(500).optional() }).optional(),
      foreignDevice: z
        .looseObject({
          enabled: z.boolean().optional(),
          bbmdIp: z.string().nullish(),
          bbmdPort: z.number().optional(),
          ttlSec: z.number().optional(),
        })
        .optional(),
    })
    .optional(),
  /** Omitted ports keep their settings. */
  mstp: z.array(MstpValue).max(3).optional(),
})
export type BacnetValue = z.infer<typeof BacnetValue>

const maxBbmdRows = 64

const key = (rule: string) => `errors.bacnet.${rule}`
const isIn = (value: number | undefined, from: number, to: number) =>
  value === undefined || (Number.isInteger(value) && value >= from && value <= to)

/** Returns the message key per invalid field; empty when the value may be saved. */
export function bacnetErrors({ general, ip, mstp }: BacnetValue): FieldErrors {
  const errors: FieldErrors = {}
  if (general) Object.assign(errors, generalErrors(general))
  if (ip) Object.assign(errors, ipErrors(ip))
  for (const [at, port] of (mstp ?? []).entries()) Object.assign(errors, mstpErrors(port, `mstp.${at}`))
  const ports = (mstp ?? []).map(({ port }) => port)
  for (const [at, port] of ports.entries())
    if (ports.indexOf(port) !== at) errors[`mstp.${at}.port`] = 'errors.field.invalid'
  return errors
}

/** Returns conflicts within the resulting settings of a controller, by field; shape and range are not checked. */
export function bacnetConflicts({ ip, mstp }: BacnetValue): FieldErrors {
  const errors: FieldErrors = {}
  // Each network a controller routes between needs its own number.
  const usedNumbers = new Set(ip?.enabled ? [ip.networkNumber] : [])
  for (const [at, { enabled, networkNumber }] of (mstp ?? []).entries()) {
    if (!enabled || networkNumber === undefined) continue
    if (usedNumbers.has(networkNumber)) errors[`mstp.${at}.networkNumber`] = key('networkNumberDuplicate')
    usedNumbers.add(networkNumber)
  }
  const { enabled, bbmdIp } = ip?.foreignDevice ?? {}
  if (enabled && !bbmdIp) errors['ip.foreignDevice.bbmdIp'] = 'errors.field.required'
  return errors
}

function generalErrors(general: NonNullable<BacnetValue['general']>): FieldErrors {
  const errors: FieldErrors = {}
  const { controllerName, deviceInstance, location, description } = general
  if (controllerName !== undefined) {
    if (controllerName.trim() === '') errors['general.controllerName'] = 'errors.field.required'
    else if (controllerName.length > 64) errors['general.controllerName'] = 'errors.field.tooLong'
  }
  if (!isIn(deviceInstance, 0, maxDeviceInstance)) errors['general.deviceInstance'] = key('deviceInstance')
  for (const [field, text] of Object.entries({ controllerName, location, description })) {
    if ((text?.length ?? 0) > 128) errors[`general.${field}`] = 'errors.field.tooLong'
    if (/[\u0000-\u001f\u007f]/.test(text ?? '')) errors[`general.${field}`] = 'errors.text.control'
  }
  const { apduTimeoutMs, apduSegmentTimeoutMs, apduRetries } = general
  for (const [field, value] of Object.entries({ apduTimeoutMs, apduSegmentTimeoutMs })) {
    if (!isIn(value, 500, 60_000)) errors[`general.${field}`] = key('apduTimeout')
  }
  if (!isIn(apduRetries, 0, 10)) errors['general.apduRetries'] = key('apduRetries')
  return errors
}

function ipErrors(ip: NonNullable<BacnetValue['ip']>): FieldErrors {
  const errors: FieldErrors = {}
  const { networkNumber, udpPort, bbmd, foreignDevice } = ip
  if (!isIn(networkNumber, 1, 65_534)) errors['ip.networkNumber'] = key('networkNumber')
  if (!isIn(udpPort, 1024, 65_535)) errors['ip.udpPort'] = key('udpPort')
  const rows = bbmd?.table ?? []
  if (rows.length > maxBbmdRows) errors['ip.bbmd.table'] = key('bbmdEntry')
  for (const [at, row] of rows.entries()) if (!isBbmdRow(row)) errors[`ip.bbmd.table.${at}`] = key('bbmdEntry')
  if (foreignDevice?.bbmdIp && !isHostIpv4(foreignDevice.bbmdIp))
    errors['ip.foreignDevice.bbmdIp'] = 'errors.network.ipv4'
  if (!isIn(foreignDevice?.bbmdPort, 1024, 65_535)) errors['ip.foreignDevice.bbmdPort'] = key('udpPort')
  if (!isIn(foreignDevice?.ttlSec, 30, 65_535)) errors['ip.foreignDevice.ttlSec'] = key('ttl')
  if (bbmd?.enabled && foreignDevice?.enabled) errors['ip.foreignDevice.enabled'] = key('bbmdAndFd')
  return errors
}

function mstpErrors(port: MstpValue, at: string): FieldErrors {
  const errors: FieldErrors = {}
  const { networkNumber, macAddress, baudRate, maxMaster, maxInfoFrames } = port
  if (!isIn(networkNumber, 1, 65_534)) errors[`${at}.networkNumber`] = key('networkNumber')
  if (!isIn(macAddress, 0, 127)) errors[`${at}.macAddress`] = key('mac')
  if (baudRate !== undefined && !baudRates.some((rate) => rate === baudRate)) errors[`${at}.baudRate`] = key('baud')
  if (!isIn(maxMaster, 1, 127) || (maxMaster ?? 127) < (macAddress ?? 0)) errors[`${at}.maxMaster`] = key('maxMaster')
  if (!isIn(maxInfoFrames, 1, 255)) errors[`${at}.maxInfoFrames`] = key('maxInfoFrames')
  return errors
}

/** Whether a row has an address, a contiguous mask and a port (E). */
function isBbmdRow({ ip, mask, port }: BbmdRow): boolean {
  const bits = octetsOf(mask)
    ?.map((octet) => octet.toString(2).padStart(8, '0'))
    .join('')
  return isHostIpv4(ip) && bits !== undefined && /^1+0*$/.test(bits) && isIn(port, 1, 65_535)
}
