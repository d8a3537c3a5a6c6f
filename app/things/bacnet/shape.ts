/**
 * The same settings in two shapes: the services list ports and table rows; a form, a plan and the trail name a port's
 * settings by the port, `mstp.onboard.macAddress`, and have a table row as a line, `10.41.1.1 255.255.255.0 47808`.
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

export type ShownBacnet = BacnetSettings & Pick<Bacnet, 'eTag' | 'deviceId' | 'supportedPorts' | 'modbusPorts'>

/** As it is saved, named as a page names it. */
export function shownBacnet({ ip, mstp, ...same }: Bacnet): ShownBacnet {
  const { bbmd, ...rest } = ip ?? {}
  return {
    ...same,
    ip: { ...rest, bbmd: { enabled: bbmd?.enabled, table: (bbmd?.table ?? []).map(lineOf) } },
    mstp: Object.fromEntries((mstp ?? []).map(({ port, ...settings }) => [port, settings])),
  }
}

/** As the services take it; the problems of a value are told by `pathOf` of their fields. */
export function sentBacnet({ general, routing, ip, mstp }: BacnetSettings): BacnetValue {
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

/** The setting that a field of the services' shape belongs to: `mstp.0.macAddress` of what was sent is a port's. */
export function pathOf(field: string, { mstp }: BacnetSettings): string {
  if (field.startsWith('ip.bbmd.table')) return 'ip.bbmd.table'
  const [, at, name] = /^mstp\.(\d)\.(.+)$/.exec(field) ?? []
  const port = portsIn(mstp ?? {})[Number(at)]
  return port ? `mstp.${port}.${name === 'port' ? 'enabled' : name}` : field
}

const portsIn = (mstp: object) => mstpPorts.filter((port) => port in mstp)

/** A table row as it is shown once it was saved; what is none stays as it was typed. */
export function writtenLine(line: string): string {
  const row = rowOf(line)
  return Number.isNaN(row.port) ? line : lineOf(row)
}

const lineOf = ({ ip, mask, port }: BbmdRow) => `${ip} ${mask} ${port}`

/** What is no such row is one that the checks refuse. */
function rowOf(line: string): BbmdRow {
  const [ip = '', mask = '', port = '', ...more] = line.split(/[\s,;:/]+/)
  return { ip, mask, port: more.length > 0 || !/^\d{1,5}$/.test(port) ? Number.NaN : Number(port) }
}
