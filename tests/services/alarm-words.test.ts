/** Alarms by words (domain §1.3): whichever way a list is found, it is what comparing every alarm would give. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlarmFilter } from '../../services/contracts/alarms'
import { containsWord, queryWords } from '../../services/kit/words'
import { alarmText } from '../../services/operations/alarms/alarm-kinds'
import { branchesOf } from '../../services/operations/alarms/alarm-list'
import { farFuture, rankIn } from '../../services/operations/alarms/alarm-order'
import { alarmWord, type CollectLimits, mergeMessageWords } from '../../services/operations/alarms/alarm-words'
import { countAlarms } from '../../services/operations/alarms/count-alarms'
import { mergedPage } from '../../services/operations/listing'
import { clearStore, seed } from '../../services/seed'
import { customerIdOf, estatesCustomer } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Services, startTestServices } from '../harness/services'
import { isFull } from '../promises/size'

const sizes = { groups: 4, sites: 20, devices: 400, alarms: 4_000, faulty: 5 }
const epoch = Date.parse('2026-03-09')
const customer = customerIdOf(estatesCustomer.code)

interface Alarm {
  id: string
  site_id: string
  site: string
  device: string
  severity: string
  ack_state: string
  priority: number
  event_state: string
  raised_at: number
  normal_at: number | null
  /** What it says and where it is. */
  texts: string[]
}

let services: Services
let alarms: Alarm[]
beforeAll(async () => {
  services = await startTestServices()
  const { store } = services.world
  clearStore(services.world)
  services.world.jobs.runDue(noon)
  seed(services.world, { profile: 'large', epoch, sizes })
  // A few alarms are about points, and about equipment of another name than the controller's.
  store.run(`UPDATE alarm SET point_name = 'Spare Sensor' WHERE rowid % 199 = 0`)
  store.run(
    `UPDATE alarm SET equipment_id = (SELECT id FROM equipment WHERE equipment.site_id = alarm.site_id LIMIT 1)
     WHERE rowid % 97 = 0`,
  )
  alarms = store
    .all<Alarm & Record<'message' | 'point' | 'own' | 'above' | 'equipment', string>>(
      `SELECT alarm.*, site.sort_name AS site, device.sort_name AS device, coalesce(point_name, '') AS point,
         own, above, coalesce(equipment.name, '') AS equipment
       FROM alarm JOIN site ON site.id = alarm.site_id JOIN device ON device.id = alarm.device_id
         JOIN search_entry ON search_entry.id = device.id LEFT JOIN equipment ON equipment.id = alarm.equipment_id`,
    )
    .map((row) => ({ ...row, texts: [alarmText(row.message, 'en'), row.point, row.own, row.above, row.equipment] }))
})
afterAll(() => services.close())

const held = ({ texts }: Alarm, search: string) =>
  queryWords(search).every((word) => texts.some((text) => containsWord(text, word)))

type Key = (alarm: Alarm) => number | string
const severity: Key = (alarm) => rankIn('severity', alarm.severity)
const attention: Key = (alarm) => rankIn('severity', alarm.severity) + (alarm.event_state === 'normal' ? 10 : 0)

/** Orders with the keys they stand for. */
const orders: [NonNullable<AlarmFilter['sort']>, Key[], ('asc' | 'desc')[]][] = [
  [[], [attention, ({ raised_at }) => raised_at], ['asc', 'desc']],
  [[{ field: 'severity', direction: 'asc' }], [severity], ['asc']],
  [[{ field: 'priority', direction: 'asc' }], [({ priority }) => priority], ['asc']],
  [[{ field: 'priority', direction: 'desc' }], [({ priority }) => priority], ['desc']],
  [[{ field: 'ackState', direction: 'asc' }], [(alarm) => rankIn('ackState', alarm.ack_state)], ['asc']],
  [[{ field: 'normalAt', direction: 'desc' }], [({ normal_at }) => normal_at ?? farFuture], ['desc']],
  [[{ field: 'raisedAt', direction: 'desc' }], [({ raised_at }) => raised_at], ['desc']],
  [[{ field: 'normalAt', direction: 'asc' }], [({ normal_at }) => normal_at ?? farFuture], ['asc']],
  [[{ field: 'siteName', direction: 'asc' }], [({ site }) => site], ['asc']],
  [[{ field: 'siteName', direction: 'desc' }], [({ site }) => site], ['desc']],
  [[{ field: 'deviceName', direction: 'desc' }], [({ device }) => device], ['desc']],
]

/** The ids break ties, in the way of the last key. */
function sorted(some: readonly Alarm[], keys: readonly Key[], ways: readonly ('asc' | 'desc')[]): string[] {
  const all: Key[] = [...keys, ({ id }) => id]
  const compared = (a: Alarm, b: Alarm) => {
    for (const [at, key] of all.entries()) {
      const [one, other] = [key(a), key(b)]
      const way = (ways[at] ?? ways.at(-1)) === 'desc' ? -1 : 1
      if (one !== other) return one < other ? -way : way
    }
    return 0
  }
  return some.toSorted(compared).map(({ id }) => id)
}

/** Two pages of a list, and how many there are. */
function find(filter: AlarmFilter, few: CollectLimits | undefined) {
  const { store } = services.world
  const words = queryWords(filter.search)
  const sought = {
    filter,
    territory: ['alarm.customer_id = ?', customer] as [string, string],
    territoryOfControllers: ['device.customer_id = ?', customer] as [string, string],
    places: (filter.siteIds ?? []).map((id): [string, string] => ['alarm.site_id = ?', id]),
    words: mergeMessageWords(
      words.map((word) => alarmWord(store, { word, language: 'en', customerId: customer }, few)),
    ),
  }
  const page = (continuationToken: string | null) =>
    mergedPage<{ id: string }>(store, {
      table: 'alarm',
      branches: branchesOf(store, sought),
      page: undefined,
      pageSize: 40,
      continuationToken,
    })
  const first = page(null)
  const second = first.next ? page(first.next).rows : []
  return { ids: [...first.rows, ...second].map(({ id }) => id), total: countAlarms(store, sought).totalCount }
}

/** Words that controllers, places, messages, points and equipment hold, and none. */
const words = [
  'vav',
  'plt',
  'zone',
  'sup',
  'tour',
  'rooftop',
  '0001',
  'a-rooftop',
  'spare',
  'zzyzx',
  'vav zone',
  'tour sup',
  'humidity high',
]

it.each<[string, CollectLimits | undefined]>([
  ['few things', undefined],
  ['more things than are gathered', { ids: 5, controllers: 20, controllersCounted: 40, aboutEquipment: 10 }],
  [
    'more things than are gathered, but to count them',
    { ids: 5, controllers: 5, controllersCounted: 6_000, aboutEquipment: 2_000 },
  ],
  [
    'more things than are gathered but controllers',
    { ids: 0, controllers: 6_000, controllersCounted: 6_000, aboutEquipment: 2_000 },
  ],
])('are found by words that %s hold, in every order', (_, few) => {
  const since = epoch - 30 * 86_400_000
  const siteId = alarms[0]?.site_id ?? ''
  const filters: [AlarmFilter, (alarm: Alarm) => boolean][] = [
    [{}, () => true],
    [{ isActive: true }, ({ event_state }) => event_state !== 'normal'],
    [{ ackStates: ['unacknowledged'] }, ({ ack_state }) => ack_state === 'unacknowledged'],
    [
      { isActive: true, severities: ['high', 'low'], ackStates: ['acknowledged'] },
      (alarm) =>
        alarm.event_state !== 'normal' &&
        ['high', 'low'].includes(alarm.severity) &&
        alarm.ack_state === 'acknowledged',
    ],
    [{ from: new Date(since).toISOString() }, ({ raised_at }) => raised_at >= since],
    [{ siteIds: [siteId], severities: ['high'] }, (alarm) => alarm.site_id === siteId && alarm.severity === 'high'],
  ]
  for (const [word, search] of words.entries()) {
    const holding = alarms.filter((alarm) => held(alarm, search))
    expect(holding.length > 0, search).toBe(search !== 'zzyzx')
    for (const [place, [filter, keeps]] of filters.entries()) {
      const kept = holding.filter(keeps)
      // Every order in full; on every run one in four, others with each word and each filter.
      for (const [sort, keys, ways] of orders.filter((_, at) => isFull || (at + word + place) % 4 === 0)) {
        const found = find({ ...filter, sort, search }, few)
        const asked = JSON.stringify({ ...filter, sort, search })
        expect(found.ids, asked).toEqual(sorted(kept, keys, ways).slice(0, 80))
        expect(found.total, asked).toBe(Math.min(kept.length, 500))
      }
    }
  }
})
