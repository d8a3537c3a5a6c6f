import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmFilter } from '../../services/contracts/alarms'
import { type AlarmQuery, branchesOf } from '../../services/operations/alarms/alarm-list'
import type { AlarmRecord } from '../../services/operations/alarms/alarm-rows'
import { alarmWord, type CollectLimits } from '../../services/operations/alarms/alarm-words'
import { countAlarms } from '../../services/operations/alarms/count-alarms'
import { type Condition, mergedPage } from '../../services/operations/listing'
import { clearStore, seed } from '../../services/seed'
import { devicesPerSite, fullSize, type Sizes, streamsOf } from '../../services/seed/large/plan'
import { customerIdOf, estatesCustomer } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Services, startTestServices } from '../harness/services'
import { isFull } from '../promises/size'

/** The same shape, a hundred times smaller. */
const sizes: Sizes = { groups: 4, sites: 50, devices: 1_000, alarms: 10_000, faulty: 15 }
const epoch = Date.parse('2026-03-09')
const customer = customerIdOf(estatesCustomer.code)

let services: Services
/** As the control plane does it: what the seed left due is done before anybody looks, not whenever the clock ticks. */
const reseed = (word?: string) => {
  clearStore(services.world)
  seed(services.world, { profile: 'large', epoch, word, sizes })
  services.world.jobs.runDue(noon)
}
beforeAll(async () => {
  services = await startTestServices()
  reseed()
})
afterAll(() => services.close())

const read = async (line: string) => {
  const reply = await services.call('site', line, { as: 'amelie' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const find = async (path: string, body: object = {}) => {
  const headers = { 'x-customer-id': customer }
  const reply = await services.call('operations', `POST ${path}`, { as: 'amelie', body, headers })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const counted = (sql: string) => services.world.store.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n ?? 0
/** Faults that began while nothing was wrong in their controller, and active ones where nothing is wrong any more. */
const uncaused = () => {
  const caused = 'SELECT 1 FROM injection WHERE injection.device_id = fault.device_id'
  return [
    counted(`fault WHERE NOT EXISTS (${caused} AND from_at <= fault.started_at AND until_at > fault.started_at)`),
    counted(`fault WHERE status = 'active' AND NOT EXISTS (${caused} AND until_at > ${epoch})`),
  ]
}
const near = (value: number, wanted: number, share = 0.25) => {
  expect(value).toBeGreaterThan(wanted * (1 - share))
  expect(value).toBeLessThan(wanted * (1 + share))
}

describe('alarms with words that many controllers have', () => {
  const store = () => services.world.store
  const limits: CollectLimits = { ids: 5, controllers: 5, controllersCounted: 5, aboutEquipment: 2_000 }
  const search = (text: string, filter: AlarmFilter, places: Condition[]) => {
    const words = text
      .split(' ')
      .map((word) => alarmWord(store(), { word, language: 'en', customerId: customer }, limits))
    const query: AlarmQuery = {
      filter,
      words,
      places,
      territory: ['alarm.customer_id = ?', customer],
      territoryOfControllers: ['device.customer_id = ?', customer],
    }
    const request = { page: 1, pageSize: 50, continuationToken: null }
    const { rows } = mergedPage<AlarmRecord>(store(), {
      table: 'alarm',
      branches: branchesOf(store(), query),
      ...request,
    })
    return { ids: rows.map(({ id }) => id), total: countAlarms(store(), query).totalCount }
  }

  it.each(['vav', 'vav 2', 'ahu 1', 'building', 'nowhere'])('are the same by groups as of the customer: %s', (text) => {
    const siteGroupIds = store()
      .all<{ id: string }>('SELECT id FROM site_group WHERE customer_id = ?', customer)
      .map(({ id }) => id)
    const inGroups: Condition = [
      'alarm.site_id IN (SELECT id FROM site WHERE site_group_id IN (SELECT value FROM json_each(?)))',
      JSON.stringify(siteGroupIds),
    ]
    for (const filter of [{}, { severities: ['critical'] }, { isActive: true }] as AlarmFilter[]) {
      const all = search(text, { ...filter, search: text }, [])
      expect(search(text, { ...filter, search: text, siteGroupIds }, [inGroups])).toEqual(all)
    }
  })
})

describe('the plan of large', () => {
  it('deals 100,000 controllers to 1,000 sites, 2,500 of them to the largest', () => {
    const counts = devicesPerSite(fullSize, streamsOf('plantroom')('sizes'))
    expect(counts).toHaveLength(1_000)
    expect(counts.reduce((a, b) => a + b, 0)).toBe(100_000)
    expect(Math.max(...counts)).toBe(2_500)
    expect(Math.min(...counts)).toBeGreaterThan(20)
  })
})

describe('the word of the seed', () => {
  const fingerprint = async () => {
    const answers = [
      await read(`GET /x/customers/${customer}/overview`),
      await read(`GET /x/devices?customerId=${customer}&pageSize=100`),
      await read(`GET /customers/${customer}/sites`),
      await find('/alarms', { pageSize: 100 }),
      await find('/faults'),
    ]
    return createHash('sha256').update(JSON.stringify(answers)).digest('hex')
  }

  it('decides every answer, byte by byte', async () => {
    const first = await fingerprint()
    reseed('another')
    expect(await fingerprint()).not.toBe(first)
    reseed()
    expect(await fingerprint()).toBe(first)
  })
})

describe('a small large', () => {
  it('has the numbers it was told, in the counters too', async () => {
    const { data } = await read(`GET /x/customers/${customer}/overview`)
    expect([data.siteGroups, data.sites, data.devices]).toEqual([4, 50, 1_000])
    expect([data.buildings, data.spaces]).toEqual([counted('building'), counted('space')])
    expect(data.alarms).toBe(counted(`alarm WHERE event_state <> 'normal'`))
    expect(counted('alarm')).toBe(10_000)
    expect((await read(`GET /x/devices?customerId=${customer}`)).totalCount).toBe(1_000)
    expect((await find('/alarms')).totalCount).toBe(10_000)
  })

  it('is distributed as it should be', async () => {
    near(counted(`device WHERE model_type = 'ECYVAV'`), 700)
    near(counted('device WHERE offline_since IS NOT NULL'), 26, 0.6)
    near(counted('device WHERE packages_outdated > 0'), 40, 0.5)
    near(counted(`alarm WHERE event_state <> 'normal'`), 120)
    near(counted(`alarm WHERE event_state <> 'normal' AND ack_state = 'unacknowledged'`), 70, 0.35)
    near(counted(`alarm WHERE severity = 'critical'`), 300)
    near(counted(`alarm WHERE severity = 'medium'`), 4_500)
    const busiest = services.world.store.get<{ n: number }>(
      'SELECT count(*) AS n FROM alarm GROUP BY device_id ORDER BY n DESC LIMIT 1',
    )
    expect(busiest?.n).toBeGreaterThan(100)
  })

  it('counts what matches with every filter at once, up to the bound, and says where the kinds are not all counted', async () => {
    const seen = `alarm WHERE device_id IN (SELECT id FROM device WHERE name LIKE '%vav%' OR host_id LIKE '%vav%')`
    const truth = counted(`${seen} AND severity = 'critical' AND ack_state = 'acknowledged'`)
    expect(truth).toBeGreaterThan(60)
    expect(truth).toBeLessThan(500)
    const critical = await find('/alarms', { search: 'vav', severities: ['critical'], ackStates: ['acknowledged'] })
    expect(critical.totalCount).toBe(truth)
    expect([critical.isTotalCapped, critical.areFacetsCapped]).toEqual([undefined, true])
    const all = await find('/alarms', { search: 'vav' })
    expect([all.totalCount, all.isTotalCapped, all.areFacetsCapped]).toEqual([500, true, true])
    const known = await find('/alarms', { severities: ['critical'] })
    expect([known.totalCount, known.areFacetsCapped]).toEqual([counted(`alarm WHERE severity = 'critical'`), undefined])
  })

  it('lists alarms in every order under every filter, page after page, as sorting all of them would', async () => {
    const { store } = services.world
    const big = store.get<{ id: string; building: string; device: string; grp: string }>(
      `SELECT alarm.site_id AS id, min(alarm.building_id) AS building, min(alarm.device_id) AS device,
         min(site.site_group_id) AS grp FROM alarm JOIN site ON site.id = alarm.site_id
       GROUP BY alarm.site_id ORDER BY count(*) DESC LIMIT 1`,
    )
    if (!big) throw new Error('no alarms')
    const from = new Date(epoch - 30 * 86_400_000)
    const filters: [object, string][] = [
      [{}, '1'],
      [{ isActive: true }, `event_state <> 'normal'`],
      [{ ackStates: ['unacknowledged'] }, `ack_state = 'unacknowledged'`],
      [
        { severities: ['critical', 'low'], isActive: false },
        `severity IN ('critical', 'low') AND event_state = 'normal'`,
      ],
      [{ priority: { min: 60, max: 130 } }, 'priority BETWEEN 60 AND 130'],
      [{ from: from.toISOString(), severities: ['high'] }, `raised_at >= ${from.getTime()} AND severity = 'high'`],
      [{ siteIds: [big.id] }, `site_id = '${big.id}'`],
      [
        { siteGroupIds: [big.grp], isActive: true },
        `site_id IN (SELECT id FROM site WHERE site_group_id = '${big.grp}') AND event_state <> 'normal'`,
      ],
      [{ buildingIds: [big.building] }, `building_id = '${big.building}'`],
      [{ deviceIds: [big.device] }, `device_id = '${big.device}'`],
    ]
    const rank = (column: string, names: string[]) =>
      `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} ELSE 9 END`
    const orders: Record<string, string> = {
      severity: rank('severity', ['critical', 'high', 'medium']),
      priority: 'priority',
      raisedAt: 'raised_at',
      normalAt: 'coalesce(normal_at, 9000000000000000)',
      updatedAt: 'updated_at',
      siteName: '(SELECT sort_name FROM site WHERE site.id = alarm.site_id)',
      deviceName: '(SELECT sort_name FROM device WHERE device.id = alarm.device_id)',
      eventState: rank('event_state', ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit']),
      ackState: rank('ack_state', ['unacknowledged', 'acknowledged']),
      occurrenceCount: 'occurrence_count',
    }
    const sorts: [object, string][] = Object.entries(orders).flatMap(([field, key]) =>
      (['asc', 'desc'] as const).map((direction): [object, string] => [
        { sort: [{ field, direction }] },
        `${key} ${direction}, id ${direction}`,
      ]),
    )
    const attention = `CASE event_state WHEN 'normal' THEN 10 ELSE 0 END + ${orders.severity}, raised_at DESC, id DESC`
    const all = [[{}, attention] as [object, string], ...sorts]
    for (const [place, [filter, sql]] of filters.entries()) {
      // Every order in full; on every run one in four, others with each filter.
      for (const [sort, by] of all.filter((_, at) => isFull || (at + place) % 4 === 0)) {
        const wanted = store
          .all<{ id: string }>(`SELECT id FROM alarm WHERE ${sql} ORDER BY ${by} LIMIT 130`)
          .map(({ id }) => id)
        const got: string[] = []
        for (let token: string | null = null; got.length < wanted.length; ) {
          const { data, continuationToken } = await find('/alarms', {
            ...filter,
            ...sort,
            pageSize: 65,
            continuationToken: token,
          })
          got.push(...data.map(({ id }: { id: string }) => id))
          token = continuationToken
          if (!token) break
        }
        expect(got, `${JSON.stringify(filter)} ${JSON.stringify(sort)}`).toEqual(wanted)
      }
    }
  })

  it('finds by words as comparing all things one after the other would, few or many of a kind', async () => {
    const { store } = services.world
    const text = `(own || above)`
    const words: Record<string, string> = {
      building: `instr(${text}, 'building')`,
      vav: `instr(${text}, ' vav')`,
      'vav 2': `instr(${text}, ' vav') AND (instr(${text}, ' 2 ') OR instr(${text}, ' 02 ') OR instr(${text}, ' 002 '))
        AND (kind <> 7 OR instr(own, ' vav') OR instr(own, ' 2 ') OR instr(own, ' 02 ') OR instr(own, ' 002 '))`,
      'zone temp': `instr(${text}, 'zone') AND instr(${text}, 'temp')
        AND (kind <> 7 OR instr(own, 'zone') OR instr(own, 'temp'))`,
      nowhere: '0',
    }
    for (const [q, sql] of Object.entries(words)) {
      for (const kinds of ['', 'building,point', 'device']) {
        const ranks = { '': '1', 'building,point': 'kind IN (2, 7)', device: 'kind = 4' }[kinds]
        const held = `search_entry WHERE customer_id = '${customer}' AND ${sql} AND ${ranks}`
        const own = (column: string) => (column === 'vav' ? `AND (kind <> 7 OR instr(own, ' vav'))` : '')
        const wanted = store
          .all<{ id: string }>(`SELECT id FROM ${held} ${own(q)} ORDER BY kind, sort_name, id LIMIT 650`)
          .map(({ id }) => id)
        const got: string[] = []
        const path = `GET /x/search?customerId=${customer}&q=${encodeURIComponent(q)}&kinds=${kinds}&pageSize=130`
        let token: string | null = ''
        while (token !== null && got.length < wanted.length) {
          const page: {
            data: { id: string }[]
            totalCount: number
            isTotalCapped?: boolean
            continuationToken: string
          } = await read(`${path}${token && `&continuationToken=${token}`}`)
          expect([page.totalCount, page.isTotalCapped]).toEqual([
            Math.min(100, wanted.length),
            wanted.length > 100 ? true : undefined,
          ])
          got.push(...page.data.map(({ id }) => id))
          token = page.continuationToken
        }
        expect(got, `${q} ${kinds}`).toEqual(wanted)
      }
    }
  })

  it('counts faults by words, in all and of each kind, as comparing each would', async () => {
    const names = `concat_ws(' ', ${['equipment_id', 'device_id', 'site_id']
      .map((column) => `(SELECT own || above FROM search_entry WHERE search_entry.id = fault.${column})`)
      .join(', ')})`
    const words: Record<string, string> = {
      vav: `instr(${names}, ' vav')`,
      'building ahu': `instr(${names}, 'building') AND instr(${names}, ' ahu')`,
      nowhere: '0',
    }
    for (const [search, sql] of Object.entries(words)) {
      for (const statuses of [['active'], ['active', 'cleared']]) {
        for (const severities of [null, ['low', 'medium']]) {
          const isOneOf = (column: string, values: readonly string[] | null) =>
            values ? `${column} IN (${values.map((value) => `'${value}'`).join()})` : '1'
          const [status, severity] = [isOneOf('status', statuses), isOneOf('severity', severities)]
          const truth = (column: string, ...conditions: string[]) =>
            Object.fromEntries(
              services.world.store
                .all<{ value: string; n: number }>(
                  `SELECT ${column} AS value, count(*) AS n FROM fault WHERE ${[sql, ...conditions].join(' AND ')} GROUP BY 1`,
                )
                .map(({ value, n }) => [value, n]),
            )
          const found = await find('/faults', { search, statuses, severities, pageSize: 7 })
          const total = counted(`fault WHERE ${sql} AND ${status} AND ${severity}`)
          expect([found.totalCount, found.data.length]).toEqual([total, Math.min(7, total)])
          expect(found.facets).toEqual({
            status: truth('status', severity),
            severity: truth('severity', status),
            category: truth('category', status, severity),
            faultRuleId: truth('rule_id', status, severity),
          })
        }
      }
    }
  })

  it('tells the silent controllers with and without the other filters', async () => {
    const { totalCount } = await read(`GET /x/devices?customerId=${customer}&connected=false`)
    expect(totalCount).toBe(counted('device WHERE onboarded = 0 OR offline_since IS NOT NULL'))
    const { data } = await read(`GET /x/devices?customerId=${customer}&connected=false&pageSize=5&sort=-name`)
    expect(data.every((device: { overallStatus: { connected: boolean } }) => !device.overallStatus.connected)).toBe(
      true,
    )
  })

  it('has faults with their points, and points where somebody looks', async () => {
    const { data, totalCount } = await find('/faults')
    expect(totalCount).toBeGreaterThan(0)
    expect(data[0].ruleName).not.toBe('')
    const bare = services.world.store.get<{ id: string }>(
      'SELECT id FROM device WHERE onboarded = 1 AND id NOT IN (SELECT device_id FROM point) LIMIT 1',
    )
    expect((await read(`GET /devices/${bare?.id}/points`)).length).toBeGreaterThan(0)
  })

  it('has points that people hold, templates with their backups, and tunnels', async () => {
    const held = await read(`GET /x/overrides?customerId=${customer}&pageSize=200`)
    const written = await read(`GET /x/overrides?customerId=${customer}&level=16`)
    expect(held.totalCount + written.totalCount).toBe(50)
    expect((await read(`GET /x/overrides?customerId=${customer}&endless=true`)).totalCount).toBe(5)
    const site = services.world.store.get<{ id: string }>('SELECT site_id AS id FROM configuration_template LIMIT 1')
    const [template] = await read(`GET /sites/${site?.id}/configuration-templates`)
    expect(template.backups.map(({ state }: { state: string }) => state)).toEqual(Array(10).fill('completed'))
    expect(counted('tunnel')).toBe(3)
  })

  it('has calendars of the holidays where the plant is, and schedules that keep them', async () => {
    const { data } = await read(`GET /x/devices?customerId=${customer}&search=ahu&pageSize=200`)
    const names = new Set<string>()
    for (const { id } of data as { id: string }[]) {
      const reply = await services.call('operations', `GET /schedules/${id}`, { as: 'amelie' })
      const { calendars, schedules } = reply.body
      if (!calendars?.length) continue
      expect(calendars[0].dateList.length).toBeGreaterThan(5)
      expect(schedules[0].exceptionSchedule[0].period).toEqual({
        type: 'calendarReference',
        calendarKey: calendars[0].key,
      })
      names.add(calendars[0].name)
    }
    expect([...names].toSorted()).toEqual([
      'Federal holidays',
      'Jours fériés de France',
      'Jours fériés du Québec',
      'Statutory holidays of Canada',
    ])
  })

  it('has what causes every fault in the controllers', () => {
    expect(counted('fault')).toBeGreaterThanOrEqual(sizes.faulty)
    expect(uncaused()).toEqual([0, 0])
    expect(counted(`fault WHERE status = 'active'`)).toBeGreaterThan(0)
  })

  it('has trends that show what the rules found', async () => {
    const caused = services.world.store.all<{ equipment: string; kind: string; until_at: number }>(
      `SELECT params ->> '$.equipmentId' AS equipment, kind, until_at FROM injection ORDER BY id`,
    )
    expect(caused).toHaveLength(sizes.faulty)
    expect(caused.filter(({ until_at }) => until_at > epoch)).toHaveLength(sizes.faulty / 5)
    const now = new Date(noon).toISOString()
    let shown = 0
    for (const { equipment } of caused.slice(0, 5)) {
      const { data } = await find('/faults', { equipmentIds: [equipment], statuses: ['active', 'cleared'] })
      expect(data.length).toBeGreaterThan(0)
      for (const { faultRuleId, detectedAt, endedAt, ruleName } of data) {
        const path = `/faults/equipment/${equipment}/rules/${faultRuleId}/trends`
        const { series, thresholds } = await find(path, {
          from: detectedAt,
          to: endedAt ?? now,
        })
        const [line] = thresholds
        const measured = series.find(({ role }: { role: string }) => role === line.role)
        if (!measured) continue
        const limits = new Map<string, number>(line.samples ?? [])
        const isBelow = measured.samples
          .filter(([at]: [string]) => at >= detectedAt && at < (endedAt ?? now))
          .map(([at, value]: [string, number]) => value < (limits.get(at) ?? line.value))
        shown += isBelow.length
        // Beyond its threshold all the time, on whichever side the rule looks.
        expect(new Set(isBelow).size, ruleName).toBe(1)
      }
    }
    expect(shown).toBeGreaterThan(0)
  })

  it('refuses to expand the whole tree', async () => {
    const reply = await services.call('site', `GET /customers/${customer}/sites?expand=devices`, { as: 'amelie' })
    expect([reply.status, reply.body.errorCode]).toEqual([422, 4000])
    expect(reply.body.errors).toEqual({ expand: 'errors.expand.tooLarge' })
  })

  it('keeps its counters when things come and go', async () => {
    const before = (await read(`GET /x/customers/${customer}/overview`)).data
    const space = services.world.store.get<{ id: string; site_id: string }>('SELECT id, site_id FROM space LIMIT 1')
    const made = await services.call('site', `POST /spaces/${space?.id}/devices`, {
      as: 'amelie',
      body: { device: { name: 'New' }, quantity: 2 },
    })
    expect(made.status).toBeLessThan(300)
    await services.call('site', 'DELETE /devices', { as: 'amelie', body: [made.body[0].id] })
    const after = (await read(`GET /x/customers/${customer}/overview`)).data
    expect([after.devices - before.devices, after.notOnboarded - before.notOnboarded]).toEqual([1, 1])
    expect((await read(`GET /x/devices?siteId=${space?.site_id}`)).totalCount).toBe(
      counted(`device WHERE site_id = '${space?.site_id}'`),
    )
  })
})

describe('every fault of large', () => {
  // As many faults as `large` has, among fewer controllers; about a minute.
  it.runIf(isFull)('is caused by something in its controller', { timeout: 600_000 }, () => {
    clearStore(services.world)
    seed(services.world, {
      profile: 'large',
      epoch,
      sizes: { groups: 20, sites: 100, devices: 5_000, alarms: 10_000, faulty: fullSize.faulty },
    })
    expect(counted('fault')).toBeGreaterThan(fullSize.faulty * 0.98)
    expect(uncaused()).toEqual([0, 0])
    expect(counted(`fault WHERE status = 'active'`)).toBeGreaterThan(200)
  })
})

// The copies stay: what follows reads no controllers.
describe('words of thousands of controllers', () => {
  it('find the settings of controllers in the order of their names, by words of theirs and of their place', async () => {
    const { store } = services.world
    const columns = store
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('device') WHERE name NOT IN ('id', 'host_id')`)
      .map(({ name }) => name)
    store.run(
      `INSERT INTO device (id, host_id, ${columns})
       SELECT device.id || '-' || copy.value, '', ${columns.map((name) => `device.${name}`)}
       FROM device, json_each('[1,2,3,4]') AS copy`,
    )
    for (const [words, sql] of Object.entries({
      vav: `instr(own, ' vav')`,
      'building vav': `instr(own, ' vav') AND instr(above, 'building')`,
    })) {
      const wanted = store.all<{ id: string }>(
        `SELECT id FROM search_entry WHERE kind = 4 AND ${sql} ORDER BY sort_name, id LIMIT 120`,
      )
      const path = `GET /x/configuration-states?customerId=${customer}&kind=network&search=${encodeURIComponent(words)}`
      const first = await read(`${path}&pageSize=60`)
      const second = await read(`${path}&pageSize=60&continuationToken=${first.continuationToken}`)
      const found = [...first.data, ...second.data].map(({ deviceId }) => ({ id: deviceId }))
      expect(found, words).toEqual(wanted)
      expect([first.totalCount, first.isTotalCapped], words).toEqual([1_000, true])
    }
  })
})

// At the end: a plan that was asked for holds on to its tables.
describe('the plan of a query', () => {
  it('tells what is inside a space without reading every space', () => {
    const plan = services.world.store.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT name, kind FROM space WHERE parent_space_id = 'x' LIMIT 1`,
    )
    expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH space /)
  })
})
