/** Every filter of alarms with every order, on `large`: which of them somebody would wait for. */
import { alarmSorts } from '../../services/contracts/alarms'

/** Milliseconds of the one thread that serves everybody, per request. */
export const mostMs = 50
const visits = 5
const day = 86_400_000

interface Places {
  epoch: number
  /** The largest of each. */
  groupId: string
  siteId: string
  buildingId: string
  deviceId: string
}

type Find = (path: string, body: object) => Promise<unknown>

/** What a list of alarms is narrowed to, by name. */
function filtersOf({ epoch, groupId, siteId, buildingId, deviceId }: Places): Record<string, object> {
  const ago = (days: number) => new Date(epoch - days * day).toISOString()
  return {
    nothing: {},
    active: { isActive: true },
    returned: { isActive: false },
    unacknowledged: { ackStates: ['unacknowledged'] },
    'acknowledged or not required': { ackStates: ['acknowledged', 'notRequired'] },
    critical: { severities: ['critical'] },
    'high and medium': { severities: ['high', 'medium'] },
    'low and active': { severities: ['low'], isActive: true },
    'critical and unacknowledged': { severities: ['critical'], ackStates: ['unacknowledged'] },
    'an event state': { eventStates: ['highLimit'] },
    'urgent by priority': { priority: { max: 63 } },
    'a narrow priority': { priority: { min: 100, max: 101 } },
    'the last hour': { from: ago(1 / 24) },
    'the last day': { from: ago(1) },
    'the last 30 days': { from: ago(30) },
    'a month of last year': { from: ago(230), to: ago(200) },
    'the last 30 days, active': { from: ago(30), isActive: true },
    'a group': { siteGroupIds: [groupId] },
    'a group, active': { siteGroupIds: [groupId], isActive: true },
    'a site': { siteIds: [siteId] },
    'a site, critical': { siteIds: [siteId], severities: ['critical'] },
    'a site, the last 30 days': { siteIds: [siteId], from: ago(30) },
    'a building': { buildingIds: [buildingId] },
    'a controller': { deviceIds: [deviceId] },
    'a word of many': { search: 'vav' },
    'a word of some': { search: 'plt' },
    'a word of messages': { search: 'zone' },
    'a word of messages and some': { search: 'sup' },
    'a word of places': { search: 'tour' },
    'two letters': { search: 'su' },
    'a word of some, active': { search: 'plt', isActive: true },
    'a word of some, unacknowledged': { search: 'plt', ackStates: ['unacknowledged'] },
    'a word of few': { search: 'vav-0042' },
    'a word of none': { search: 'zzyzx' },
    'a site and a word': { siteIds: [siteId], search: 'vav' },
  }
}

const orders: Record<string, object> = {
  'as it comes': {},
  ...Object.fromEntries(
    alarmSorts.flatMap((field) =>
      (['asc', 'desc'] as const).map((direction) => [`${field} ${direction}`, { sort: [{ field, direction }] }]),
    ),
  ),
}

export interface Pair {
  name: string
  ms: number
}

/** What each pair takes of the services' thread, the slowest first; `spentMs` says what they took so far. */
export async function measureAlarmGrid(find: Find, places: Places, spentMs: () => Promise<number>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const [filter, asked] of Object.entries(filtersOf(places))) {
    for (const [order, sorted] of Object.entries(orders)) {
      const body = { ...asked, ...sorted, pageSize: 50 }
      await find('/alarms', body)
      const before = await spentMs()
      for (let visit = 0; visit < visits; visit++) await find('/alarms', body)
      pairs.push({ name: `${filter}, ${order}`, ms: ((await spentMs()) - before) / visits })
    }
  }
  return pairs.sort((a, b) => b.ms - a.ms)
}
