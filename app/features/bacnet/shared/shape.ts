/**
 * Converts between the two shapes of BACnet settings. Services list ports and table rows; forms, plans and the trail
 * name a port's settings by the port (`mstp.onboard.macAddress`) and write a table row as a line (`10.41.1.1
 * 255.255.255.0 47808`).
 */
import { type MstpPort, mstpPorts } from '#contracts/bacnet-names'
import type { BacnetValue, BbmdRow, MstpValue } from '#contracts/bacnet-value'
import type { Bacnet } from '#contracts/configuration-kinds'

type Ip = NonNullable<BacnetValue['ip']>

export interface BacnetSettings {
  general?: BacnetValue['general']
  routing?: BacnetValue['routing']
  ip?: {
    enabled?: boolean
    networkNumber?: number
    udpPort?: number
    bbmd?: { enabled?: boolean | undefined; table?: string[] }
    foreignDevice?: Ip['foreignDevice']
  }
  mstp?: Partial<Record<MstpPort, Omit<MstpValue, 'port'>>>
}

export type PageBacnet = BacnetSettings & Pick<Bacnet, 'eTag' | 'deviceId' | 'supportedPorts' | 'modbusPorts'>

/** Converts saved settings to the shape of pages. */
export function toPageBacnet({ ip, mstp, ...same }: Bacnet): PageBacnet {
  const { bbmd, ...rest } = ip ?? {}
  return {
    ...same,
    ip: { ...rest, bbmd: { enabled: bbmd?.enabled, table: (bbmd?.table ?? []).map(lineOf) } },
    mstp: Object.fromEntries((mstp ?? []).map(({ port, ...settings }) => [port, settings])),
  }
}

/** Converts settings to the shape of the services. `pathOf` maps their error fields back. */
export function toServiceBacnet({ general, routing, ip, mstp }: BacnetSettings): BacnetValue {
  const { bbmd, foreignDevice, ...rest } = ip ?? {}
  const table = bbmd?.table?.map(rowOf)
  return {
    ...(general && { general }),
    ...(routing && { routing }),
    ...(ip && {
      ip: {
        ...rest,
        ...(bbmd && {
          bbmd: { ...(bbmd.enabled !== undefined && { enabled: bbmd.enabled }), ...(table && { table }) },
        }),
        ...(foreignDevice && { foreignDevice }),
      },
    }),
    ...(mstp && { mstp: portsIn(mstp).map((port) => ({ port, ...mstp[port] })) }),
  }
}

/** Returns the path in the shape of pages for a field of the services, such as `mstp.0.macAddress`. */
export function pathOf(field: string, { mstp }: BacnetSettings): string {
  if (field.startsWith('ip.bbmd.table')) return 'ip.bbmd.table'
  const [, at, name] = /^mstp\.(\d)\.(.+)$/.exec(field) ?? []
  const port = portsIn(mstp ?? {})[Number(at)]
  return port ? `mstp.${port}.${name === 'port' ? 'enabled' : name}` : field
}

const portsIn = (mstp: object) => mstpPorts.filter((port) => port in mstp)

/** Normalizes a table row to the form shown after it is saved; invalid rows are returned unchanged. */
export function normalizeLine(line: string): string {
  const row = rowOf(line)
  return Number.isNaN(row.port) ? line : lineOf(row)
}

const lineOf = ({ ip, mask, port }: BbmdRow) => `${ip} ${mask} ${port}`

/** Parses a table row; an invalid row has the port NaN, which the checks reject. */
function rowOf(line: string): BbmdRow {
  const [ip = '', mask = '', port = '', ...more] = line.split(/[\s,;:/]+/)
  return { ip, mask, port: more.length > 0 || !/^\d{1,5}$/.test(port) ? Number.NaN : Number(port) }
}
