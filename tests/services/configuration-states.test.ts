/** Whatever is saved, sent, uploaded and broken in whatever order: only legal moves, and never a 500 (domain §5.1, §12.4). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePaths } from '../../services/contracts/endpoint'
import { isBuilding, isSendTransition } from '../../services/device-configuration/send-states'
import { seedId } from '../../services/kit/deterministic'
import { zipOf } from '../../services/kit/zip'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
let hostId: string
const id = deviceIdOf('montcalm-DRO-ECY303-1')
beforeAll(async () => {
  services = await startTestServices({ env: { LOG_LEVEL: 'silent' } })
  stopWatching(services)
  hostId = (await services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body.hostId
})
afterAll(() => services.close())

const call = (line: string, body?: unknown) => services.call('device-configuration', line, { as: 'amelie', body })
const all = ['time', 'users', 'bacnet', 'gfx', 'network'] as const
type Type = (typeof all)[number]

interface States {
  send: Record<Type, string>
  build: string
}

async function statesOf(): Promise<States> {
  const { body } = await call(`GET /devices/${id}/info`)
  return {
    send: Object.fromEntries(all.map((type) => [type, body[type].sendState])) as States['send'],
    build: body.gfx.processState,
  }
}

async function upload(fails: boolean): Promise<number> {
  const marker = fails ? '<?build-fails validate A page is missing?>' : ''
  const bytes = zipOf([{ name: 'Main.xml', bytes: Buffer.from(`${marker}<Project><Props/></Project>`) }])
  const form = new FormData()
  form.append('deviceIds', id)
  form.append('file', new File([Uint8Array.from(bytes)], 'a.zip'))
  const address = `${services.origin('device-configuration')}${basePaths['device-configuration']}/devices/gfx`
  const headers = { authorization: `Bearer ${await services.tokenFor('amelie')}` }
  return (await fetch(address, { method: 'PUT', headers, body: form })).status
}

type Event =
  | { kind: 'save'; type: 'time' | 'bacnet' | 'network'; word: number }
  | { kind: 'send'; types: Type[] }
  | { kind: 'upload'; fails: boolean }
  | { kind: 'break'; what: string }
  | { kind: 'pass'; ms: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('save' as const),
    type: fc.constantFrom('time', 'bacnet', 'network'),
    word: fc.integer({ min: 1, max: 250 }),
  }),
  fc.record({ kind: fc.constant('send' as const), types: fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }) }),
  fc.record({ kind: fc.constant('upload' as const), fails: fc.boolean() }),
  fc.record({
    kind: fc.constant('break' as const),
    what: fc.constantFrom('offline', 'rejectConfig', 'corruptGfx', 'unreachable', 'slow'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(100, 900, 4000, 30_000, 200_000, 800_000),
    }),
  },
)

const values = {
  time: (word: number) => ({ ntpServers: [`10.41.0.${word}`] }),
  bacnet: (word: number) => ({ general: { location: `Place ${word}` } }),
  network: (word: number) => ({ primary: { ipv4: { primaryDns: `10.41.0.${word}` } } }),
}

async function perform(happening: Event): Promise<number> {
  switch (happening.kind) {
    case 'save': {
      const value = values[happening.type](happening.word)
      return (await call(`POST /devices/${happening.type}`, { eTag: null, deviceIds: [id], value })).status
    }
    case 'send': {
      const body = { deviceIds: [id], configurationTypes: happening.types }
      return (await call('POST /devices/configuration/send', body)).status
    }
    case 'upload':
      return upload(happening.fails)
    case 'break': {
      const body = { kind: happening.what, durationSec: 60, params: happening.what === 'slow' ? { factor: 3 } : {} }
      return (await services.control(`POST /devices/${hostId}/inject`, body)).status
    }
    case 'pass':
      services.world.clock.advance(happening.ms)
      return 200
  }
}

describe('the states of controllers', () => {
  it('are found under the equipment they serve', async () => {
    const served = deviceIdOf('story-1')
    const [equipment] = (await services.call('site', `GET /devices/${served}/equipment`, { as: 'amelie' })).body
    const { status, body } = await call(`GET /devices/info?underTwinId=${equipment.id}`)
    expect([status, body.map((found: { deviceId: string }) => found.deviceId)]).toEqual([200, [served]])
  })
})

describe('sends', () => {
  const sends = (query: string) => call(`GET /x/sends?${query}`)

  it('that wait are found and given up; one that is under way or over is not', async () => {
    const silent = deviceIdOf('montcalm-SCI-ECYVAV-6')
    const { body: sent } = await call('POST /devices/configuration/send', {
      deviceIds: [silent, id],
      configurationTypes: ['time', 'users'],
    })
    const { body } = await sends(`operationId=${sent.operationId}&deviceId=${silent}`)
    expect(body).toMatchObject({
      totalCount: 2,
      counts: { queued: 2 },
      data: [
        { deviceId: silent, sendState: 'queued', attempt: expect.any(Number), waitsUntil: expect.any(String) },
        { deviceId: silent },
      ],
    })
    services.world.clock.advance(1_500)
    const cancelled = await call('POST /x/sends/cancel', { deviceIds: [silent, id], types: ['time', 'gfx'] })
    expect(cancelled.body).toMatchObject({
      errorCode: 4100,
      data: [{ deviceId: silent, results: [{ type: 'time', sendState: 'failed' }] }],
    })
    const refused = cancelled.body.errors.entities ?? cancelled.body.errors
    expect(refused).toHaveLength(3)
    const after = await sends(`customerId=${customerIdOf('CUS1004')}&operationId=${sent.operationId}&kind=time`)
    expect(after.body.data.map(({ sendState }: { sendState: string }) => sendState).sort()).toEqual([
      'failed',
      'running',
    ])
    services.world.clock.advance(2 * 86_400_000)
  })

  it('are asked for at a place that somebody may see, and cancelled by who may send', async () => {
    expect((await sends('state=queued')).body.errorCode).toBe(4000)
    const asUsha = (line: string, body?: unknown) => services.call('device-configuration', line, { as: 'usha', body })
    expect((await asUsha(`GET /x/sends?customerId=${customerIdOf('CUS1004')}`)).status).toBe(200)
    expect((await asUsha('POST /x/sends/cancel', { deviceIds: [id], types: ['time'] })).status).toBe(403)
  })
})

describe('the states of a site group', () => {
  it('are those of its sites', async () => {
    const groupId = seedId('group', 'Montcalm campuses')
    const site = (line: string) => services.call('site', line, { as: 'amelie' })
    const customerId = customerIdOf('CUS1004')
    const [states, summary] = await Promise.all([
      site(`GET /x/configuration-states?customerId=${customerId}&groupId=${groupId}&pageSize=200`),
      site(`GET /x/configuration-summary?groupId=${groupId}`),
    ])
    const inGroup = (path: { id: string }[]) => path.some((node) => node.id === groupId)
    expect(states.body.data.every(({ path }: { path: { id: string }[] }) => inGroup(path))).toBe(true)
    expect(states.body.totalCount).toBeGreaterThan(0)
    expect(
      summary.body.data.sites.every(({ siteGroupId }: { siteGroupId: string | null }) => siteGroupId === groupId),
    ).toBe(true)
    const other = await services.call('site', `GET /x/configuration-summary?groupId=${groupId}`, { as: 'nadia' })
    expect([403, 404]).toContain(other.status)
  })
})

describe('any order of events', () => {
  it('leads through legal states only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (happenings) => {
        for (const happening of happenings) {
          const before = await statesOf()
          expect(await perform(happening)).toBeLessThan(500)
          const after = await statesOf()
          for (const type of all) {
            if (happening.kind !== 'pass' && before.send[type] !== after.send[type]) {
              expect(isSendTransition(before.send[type] as 'queued', after.send[type] as 'queued')).toBe(true)
            }
            if (happening.kind === 'pass' && ['notSet', 'succeed', 'failed'].includes(before.send[type])) {
              expect(after.send[type]).toBe(before.send[type])
            }
          }
          if (happening.kind === 'pass' && !isBuilding(before.build as 'queued')) expect(after.build).toBe(before.build)
        }
        const failedJobs = services.world.store.all('SELECT kind FROM job WHERE attempts > 0')
        expect(failedJobs).toEqual([])
      }),
      { numRuns: 30, seed: 20_260_309 },
    )
    // However it went: once everything holds still for more than a day, nothing is under way any more.
    services.world.clock.advance(2 * 86_400_000)
    const rest = await statesOf()
    expect(Object.values(rest.send).filter((state) => ['queued', 'running'].includes(state))).toEqual([])
    expect(['completed', 'failed']).toContain(rest.build)
  })
})
