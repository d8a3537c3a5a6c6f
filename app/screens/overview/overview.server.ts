/** The overview of a place: four figures, what needs attention, the latest deployments and the latest changes. */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import { alarmsHref, devicesHref } from '../place/lists'
import { type AttentionRow, attentionOf, type Trouble, type TroubleKind, troubleKinds } from './attention'
import { type Known, knownOf } from './counts.server'
import { type Figure, type Part, type PartKey, total } from './figures'
import { type ChangesTold, changesTold } from './recent-changes.server'
import { lastRollouts, type RolloutTold } from './rollouts.server'
import { placeId, type Scope } from './scope'
import { type Question, severe, troublesOf, troublesOfMany } from './troubles.server'

export interface Overview {
  figures: Figure[]
  attention: {
    rows: AttentionRow[]
    /** The total of each kind, in order of urgency. */
    kinds: { kind: TroubleKind; counted: Counted; href: string | null }[]
    missing: Question[]
  }
  rollouts: Panel<RolloutTold[] | null> | null
  /** Null without the permission, false while the store is unavailable. */
  changes: ChangesTold | false | null
  /** The counts of the place; null while they cannot be read. */
  known: Known | null
}

/** Returns null while the flag is off. Each part fails on its own. */
export async function overviewOf(reader: Reader, scope: Scope): Promise<Overview | null> {
  if (!reader.features.dashboard) return null
  const { at, level } = scope
  const under = placeId(scope)
  const [counted, asked, rollouts, changes] = await Promise.all([
    asPanel(knownOf(reader, scope)),
    troublesOf(reader, scope),
    level === 'customer' && reader.may('deploy.read') ? asPanel(lastRollouts(reader, at)) : null,
    changesTold(reader, { tenantId: at.tenantId, customerId: at.customerId, under }),
  ])
  const known = counted.ok ? counted.value : null
  const troubles = [...asked.troubles, ...(known ? troublesOfMany(reader, scope, known) : [])]
  return {
    figures: figuresOf(reader, scope, { known, troubles, missing: asked.missing }),
    attention: {
      rows: attentionOf(troubles),
      kinds: troubleKinds.flatMap((kind) =>
        troubles.flatMap((one) =>
          one.kind === kind && one.counted.count > 0 ? [{ kind, counted: one.counted, href: one.href }] : [],
        ),
      ),
      missing: asked.missing,
    },
    rollouts,
    changes,
    known,
  }
}

interface Found {
  known: Known | null
  troubles: readonly Trouble[]
  missing: readonly Question[]
}

const none: Counted = { count: 0, isCapped: false }

/** Returns the figures the reader may see and the backend can count for such a place. */
function figuresOf(reader: Reader, scope: Scope, found: Found): Figure[] {
  return [
    alarms(reader, scope, found),
    offline(reader, scope, found),
    faults(reader, scope, found),
    changes(reader, scope, found),
  ]
    .flat()
    .map((figure) => ({
      ...figure,
      parts: figure.parts.filter(({ counted }) => counted.count > 0),
    }))
}

const one = (troubles: readonly Trouble[], kind: TroubleKind) => troubles.find((trouble) => trouble.kind === kind)

function partOf(troubles: readonly Trouble[], kind: TroubleKind, key: PartKey): Part[] {
  const trouble = one(troubles, kind)
  return trouble ? [{ key, counted: trouble.counted, href: trouble.href }] : []
}

/** Returns the list of a sum if a single part accounts for all of it. */
function onlyList(parts: readonly Part[]): string | null {
  const some = parts.filter(({ counted }) => counted.count > 0)
  return some.length === 1 ? (some[0]?.href ?? null) : null
}

function alarms({ may }: Reader, scope: Scope, { troubles, missing }: Found): Figure[] {
  if (!may('alarm.read')) return []
  const parts = [
    ...partOf(troubles, 'criticalAlarm', 'critical'),
    ...partOf(troubles, 'highAlarm', 'high'),
    ...partOf(troubles, 'acknowledgedAlarm', 'acknowledged'),
  ]
  const counted = missing.includes('alarms') ? null : total(parts.map((part) => part.counted))
  return [{ key: 'alarms', counted, href: alarmsHref(scope, severe), parts }]
}

function offline({ may }: Reader, scope: Scope, { known, troubles, missing }: Found): Figure[] {
  if (!may('device.read')) return []
  const counted = known?.offline ?? one(troubles, 'offline')?.counted ?? (missing.includes('offline') ? null : none)
  const { devices, notOnboarded } = known ?? {}
  const list = (key: PartKey, count: Counted, filter: Parameters<typeof devicesHref>[1]): Part => ({
    key,
    counted: count,
    href: devicesHref(scope, filter),
  })
  const isWhole = devices && notOnboarded && counted && ![devices, notOnboarded, counted].some((one) => one.isCapped)
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

function faults({ may, features }: Reader, { level }: Scope, { troubles, missing }: Found): Figure[] {
  if (!may('fault.read') || !features.faults || level === 'building') return []
  const trouble = one(troubles, 'fault')
  const counted = trouble?.counted ?? (missing.includes('faults') ? null : none)
  return [{ key: 'faults', counted, href: trouble?.href ?? null, parts: [] }]
}

function changes({ may }: Reader, scope: Scope, { known, troubles }: Found): Figure[] {
  const seen = { waiting: may('config.read'), deploying: may('deploy.read') } as const
  const keys = (['waiting', 'deploying'] as const).filter((key) => seen[key])
  if (keys.length === 0) return []
  const work = { waiting: 'sendWaiting', deploying: 'deploying' } as const
  const underWay = keys.flatMap((key): Part[] => {
    const counted = known?.[key]
    return counted ? [{ key, counted, href: devicesHref(scope, { work: work[key] }) }] : []
  })
  return [
    {
      key: 'changes',
      counted: total(keys.map((key) => known?.[key])),
      href: onlyList(underWay),
      parts: [
        ...underWay,
        ...partOf(troubles, 'stalled', 'stalled'),
        ...partOf(troubles, 'sendFailed', 'sendFailed'),
        ...partOf(troubles, 'deploymentFailed', 'deploymentFailed'),
      ],
    },
  ]
}
