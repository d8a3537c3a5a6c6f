/** The wall view of a place: its settings in the address, and what it shows. */
import type { Severity } from '#contracts/alarms'
import type { TotalCount } from '~/domain/count'
import type { SmallDrawingData } from '~/features/equipment/shared/space-drawings.server'
import type { RuleCharts } from '~/features/fault/shared/rule-trends'
import type { QueryParams } from '~/hrefs'
import type { AttentionRow } from './attention'
import type { AttentionSource } from './attention.server'
import type { SiteRanking } from './site-ranking'
import type { SiteStateRow } from './site-states'

/**
 * What a wall turns over: all sites of its customer by trouble in one table, the sites of its customer, the customers of its tenant, or of one place the drawings of its
 * equipment or the saved trends of its customer.
 */
export const wallTurns = ['ranking', 'sites', 'customers', 'equipment', 'trends'] as const
export type WallTurn = (typeof wallTurns)[number]

export interface WallSettings {
  /** The interval of its refresh in seconds; null while it is paused. */
  every: number | null
  turn: WallTurn | null
  /** Where the drawings or the trends of the wall start; null at the first. */
  after: string | null
}

/** The interval that is offered, and the limits of an address, in seconds. */
export const offeredSeconds = 20
const limits = { min: 5, max: 3_600 }
/** Characters of a place in a list at most. */
const maxAfter = 500

/** Returns the settings of an address; null for an address without a wall. */
export function wallSettings(request: Request): WallSettings | null {
  const search = new URL(request.url).searchParams
  if (search.get('wall') !== '1') return null
  const every = Number(search.get('every'))
  const isInterval = Number.isInteger(every) && every >= limits.min && every <= limits.max
  return {
    every: isInterval ? every : null,
    turn: wallTurns.find((one) => one === search.get('turn')) ?? null,
    after: search.get('after')?.slice(0, maxAfter) || null,
  }
}

/** The parameters of a wall and of a finished change: those that the page of a place understands. */
export const overviewParams = { wall: '-', every: '-', turn: '-', changed: '-' } as const

/** Returns the settings as a query. */
export function wallQuery({
  every,
  turn,
  after = null,
}: Omit<WallSettings, 'after'> & Partial<WallSettings>): QueryParams {
  return { wall: 1, every, turn, after }
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

/** The drawings of equipment on a wall; null while they cannot be read. */
export interface WallEquipment {
  drawings: SmallDrawingData[] | null
  /** The address of their live values. */
  live: string | null
}

/** A saved set of trends on a wall; without charts it cannot be read, or has no samples. */
export interface WallTrends {
  name: string
  href: string
  charts: RuleCharts | null
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
  /** The worst sites; of how many, where they are not all. */
  sites: { rows: SiteStateRow[]; ofFirst: number | null } | null
  /** Set on a wall that turns over the ranking of all sites; null while it cannot be read. */
  ranking?: SiteRanking | null
  /** Set on a wall that turns over equipment. */
  equipment?: WallEquipment
  /** Set on a wall that turns over saved trends; null without any. */
  trends?: WallTrends | null
  settings: WallSettings
  turns: { turn: WallTurn | null; href: string }[]
  links: { next: string; pause: string; resume: string; leave: string }
}
