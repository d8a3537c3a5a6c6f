/** The overview of a place: four figures, what needs attention, the latest deployments and the latest changes. */

import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { alarmsHref, devicesHref } from '~/kit/place/lists'
import { type Watched, watchedFrom } from '~/kit/place/watched.server'
import { loadOverviewCounts, type OverviewCounts } from '../counts.server'
import { lastRollouts, type RolloutProgressRow } from '../rollouts.server'
import {
  type AttentionGroup,
  type AttentionKind,
  type AttentionRow,
  attentionKinds,
  selectAttentionRows,
} from './attention'
import { type AttentionSource, bulkAttention, loadAttention, severeAlarms, toAcknowledge } from './attention.server'
import { trendOfCount } from './figure-trend'
import { type FigureSpans, loadFigureSpans } from './figure-trends.server'
import { type Figure, type FigurePart, type PartKey, sumOfParts } from './figures'
import { loadRecentChanges, type RecentChangeList } from './recent-changes.server'
import { type OverviewScope, overviewPlaceId } from './scope'
import type { SiteStates } from './site-states'
import { loadSiteStates } from './site-states.server'

export interface Overview {
  figures: Figure[]
  attention: {
    rows: AttentionRow[]
    /** The total of each kind, in order of urgency. */
    kinds: { kind: AttentionKind; counted: TotalCount; href: string | null }[]
    missing: AttentionSource[]
    /** The controllers that were read for it. */
    watched: Watched
  }
  /** The states of the sites inside; null where the place is no larger than a site. */
  sites: Panel<SiteStates> | null
  rollouts: Panel<RolloutProgressRow[] | null> | null
  /** Null without the permission, false while the store is unavailable. */
  changes: RecentChangeList | false | null
  /** The counts of the place; null while they cannot be read. */
  counts: OverviewCounts | null
}

/** Returns null while the flag is off. Each part fails on its own. */
export async function loadOverview(reader: Reader, scope: OverviewScope): Promise<Overview | null> {
  if (!reader.features.dashboard) return null
  const { at, level } = scope
  const under = overviewPlaceId(scope)
  const now = Date.now()
  const [counted, attention, spans, sites, rollouts, changes] = await Promise.all([
    asPanel(loadOverviewCounts(reader, scope)),
    loadAttention(reader, scope),
    loadFigureSpans(reader, scope, now),
    loadSiteStates(reader, scope),
    level === 'customer' && reader.may('deploy.read') ? asPanel(lastRollouts(reader, at)) : null,
    loadRecentChanges(reader, { tenantId: at.tenantId, customerId: at.customerId, under }),
  ])
  const counts = counted.ok ? counted.value : null
  const groups = [...attention.groups, ...(counts ? bulkAttention(reader, scope, counts) : [])]
  return {
    figures: withTrends(figuresOf(reader, scope, { counts, groups, missing: attention.missing }), spans, now),
    attention: {
      rows: selectAttentionRows(groups),
      kinds: attentionKinds.flatMap((kind) =>
        groups.flatMap((findGroup) =>
          findGroup.kind === kind && findGroup.counted.count > 0
            ? [{ kind, counted: findGroup.counted, href: findGroup.href }]
            : [],
        ),
      ),
      missing: attention.missing,
      watched: watchedFrom(reader, at, counts?.devices ?? null),
    },
    sites,
    rollouts,
    changes,
    counts,
  }
}

/** Adds the trend of each figure whose count and whose changes are known. */
function withTrends(figures: readonly Figure[], spans: FigureSpans, now: number): Figure[] {
  return figures.map((figure) => {
    const { key, counted } = figure
    const own = spans[key]
    return own && counted && !counted.isCapped ? { ...figure, trend: trendOfCount(counted.count, own, now) } : figure
  })
}

interface FigureInput {
  counts: OverviewCounts | null
  groups: readonly AttentionGroup[]
  missing: readonly AttentionSource[]
}

const zero: TotalCount = { count: 0, isCapped: false }

/** Returns the figures the reader may see and the backend can count for such a place. */
function figuresOf(reader: Reader, scope: OverviewScope, input: FigureInput): Figure[] {
  return [
    alarms(reader, scope, input),
    offline(reader, scope, input),
    faults(reader, scope, input),
    changes(reader, scope, input),
  ]
    .flat()
    .map((figure) => ({
      ...figure,
      parts: figure.parts.filter(({ counted }) => counted.count > 0),
    }))
}

const findGroup = (groups: readonly AttentionGroup[], kind: AttentionKind) =>
  groups.find((group) => group.kind === kind)

function partOf(groups: readonly AttentionGroup[], kind: AttentionKind, key: PartKey): FigurePart[] {
  const group = findGroup(groups, kind)
  return group ? [{ key, counted: group.counted, href: group.href }] : []
}

/** Returns the list of a sum if a single part accounts for all of it. */
function onlyList(parts: readonly FigurePart[]): string | null {
  const some = parts.filter(({ counted }) => counted.count > 0)
  return some.length === 1 ? (some[0]?.href ?? null) : null
}

function alarms({ may }: Reader, scope: OverviewScope, { groups, missing }: FigureInput): Figure[] {
  if (!may('alarm.read')) return []
  const parts = [...partOf(groups, 'criticalAlarm', 'critical'), ...partOf(groups, 'highAlarm', 'high')]
  const counted = missing.includes('alarms') ? null : sumOfParts(parts.map((part) => part.counted))
  const acknowledged = partOf(groups, 'acknowledgedAlarm', 'acknowledged')
  return [
    {
      key: 'alarms',
      counted,
      href: alarmsHref(scope, { ...severeAlarms, ack: toAcknowledge }),
      parts: [...parts, ...acknowledged],
    },
  ]
}

function offline({ may }: Reader, scope: OverviewScope, { counts, groups, missing }: FigureInput): Figure[] {
  if (!may('device.read')) return []
  const counted =
    counts?.offline ?? findGroup(groups, 'offline')?.counted ?? (missing.includes('offline') ? null : zero)
  const { devices, notOnboarded } = counts ?? {}
  const list = (key: PartKey, count: TotalCount, filter: Parameters<typeof devicesHref>[1]): FigurePart => ({
    key,
    counted: count,
    href: devicesHref(scope, filter),
  })
  const isWhole =
    devices && notOnboarded && counted && ![devices, notOnboarded, counted].some((findGroup) => findGroup.isCapped)
  const connected = isWhole ? devices.count - notOnboarded.count - counted.count : 0
  return [
    {
      key: 'offline',
      counted,
      href: devicesHref(scope, { connected: 'false', onboarded: 'true' }),
      parts: [
        ...(devices ? [list('ofDevices', devices, {})] : []),
        ...(isWhole && connected > 0
          ? [
              {
                ...list('connected', { count: connected, isCapped: false }, { connected: 'true' }),
                share: connected / devices.count,
              },
            ]
          : []),
      ],
    },
  ]
}

function faults({ may, features }: Reader, { level }: OverviewScope, { groups, missing }: FigureInput): Figure[] {
  if (!may('fault.read') || !features.faults || level === 'building') return []
  const group = findGroup(groups, 'fault')
  const counted = group?.counted ?? (missing.includes('faults') ? null : zero)
  return [{ key: 'faults', counted, href: group?.href ?? null, parts: [] }]
}

function changes({ may }: Reader, scope: OverviewScope, { counts, groups }: FigureInput): Figure[] {
  const allowed = { waiting: may('config.read'), deploying: may('deploy.read') } as const
  const keys = (['waiting', 'deploying'] as const).filter((key) => allowed[key])
  if (keys.length === 0) return []
  const work = { waiting: 'sendWaiting', deploying: 'deploying' } as const
  const underWay = keys.flatMap((key): FigurePart[] => {
    const counted = counts?.[key]
    return counted ? [{ key, counted, href: devicesHref(scope, { work: work[key] }) }] : []
  })
  return [
    {
      key: 'changes',
      counted: sumOfParts(keys.map((key) => counts?.[key])),
      href: onlyList(underWay),
      parts: [
        ...underWay,
        ...partOf(groups, 'stalled', 'stalled'),
        ...partOf(groups, 'sendFailed', 'sendFailed'),
        ...partOf(groups, 'deploymentFailed', 'deploymentFailed'),
      ],
    },
  ]
}
