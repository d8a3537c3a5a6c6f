/** The wall view of a place: its settings in the address, and what it shows. */
import type { Severity } from '#contracts/alarms'
import type { TotalCount } from '~/domain/count'
import type { QueryParams } from '~/hrefs'
import type { AttentionRow } from './attention'
import type { AttentionSource } from './attention.server'
import type { SiteStateRow } from './site-states'

/** What a wall turns over: the sites of its customer, or the customers of its tenant. */
export const wallTurns = ['sites', 'customers'] as const
export type WallTurn = (typeof wallTurns)[number]

export interface WallSettings {
  /** The interval of its refresh in seconds; null while it is paused. */
  every: number | null
  turn: WallTurn | null
}

/** The interval that is offered, and the limits of an address, in seconds. */
export const offeredSeconds = 20
const limits = { min: 5, max: 3_600 }

/** Returns the settings of an address; null for an address without a wall. */
export function wallSettings(request: Request): WallSettings | null {
  const search = new URL(request.url).searchParams
  if (search.get('wall') !== '1') return null
  const every = Number(search.get('every'))
  const isInterval = Number.isInteger(every) && every >= limits.min && every <= limits.max
  return { every: isInterval ? every : null, turn: wallTurns.find((one) => one === search.get('turn')) ?? null }
}

/** Returns the settings as a query. */
export function wallQuery({ every, turn }: WallSettings): QueryParams {
  return { wall: 1, every, turn }
}

export interface WallAlarm {
  id: string
  href: string
  severity: Severity
  name: string
  text: string
  where: string
  raisedAt: string
  isAcknowledged: boolean
}

export interface WallSeverity {
  severity: Severity
  counted: TotalCount
  href: string
}

export interface Wall {
  name: string
  /** The name of the customer, where the place is inside one. */
  customerName: string | null
  /** The IANA id of the place's time zone; the reader's by default. */
  zone: string | undefined
  /** When the oldest of its data was read, and when the page was rendered. */
  readAt: string
  now: string
  /** The alarms without the permission are absent, and null while they cannot be read. */
  alarms?: { severities: WallSeverity[]; newest: WallAlarm[] } | null
  attention: { rows: AttentionRow[]; missing: AttentionSource[] }
  /** Absent without the permission; null if it is unknown. */
  connected?: { count: number; devices: number; href: string } | null
  /** Absent without the permission; null if it is unknown. */
  faults?: { counted: TotalCount; href: string | null } | null
  sites: SiteStateRow[] | null
  settings: WallSettings
  turns: { turn: WallTurn | null; href: string }[]
  links: { next: string; pause: string; resume: string; leave: string }
}
