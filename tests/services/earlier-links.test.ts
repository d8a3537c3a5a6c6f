/** Links and agents of an earlier version: what they do not know is answered cleanly, and what they know another way is used. */
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createConnectedLink } from '../../services/link/connected-link'
import { receiveMessage } from '../../services/link/link-server'
import type { FromLink, ToLink } from '../../services/link/messages'
import type { ControllerLink, PartialLink } from '../../services/link/port'
import { eventsWith } from '../harness/link-events'
import { type Services, startTestServices } from '../harness/services'

/** The program at the other end: answers as it was written, and keeps what it was sent. */
interface Program {
  /** The first message. */
  hello: FromLink
  /** Returns the result of a request; nothing where the program does not know it, or does not answer. */
  answer(request: string, args: unknown[]): unknown
  isSilent?: (request: string, args: unknown[]) => boolean
  sent: ToLink[]
}

const open: PartialLink[] = []

/** Returns the link to a program, as it is over a socket or the line of an agent. */
function linkTo(program: Program): ControllerLink {
  const link = createConnectedLink({
    log: pino({ level: 'silent' }),
    transport: {
      async start(accept) {
        const events = accept({
          send(message) {
            program.sent.push(message)
            if (!('request' in message)) return
            const { id, request, args } = message
            if (program.isSilent?.(request, args)) return
            const result = program.answer(request, args)
            events.receive(result === undefined ? { id, refusal: 'unsupported', answer: null } : { id, result })
          },
        })
        events.receive(program.hello)
      },
      stop: async () => undefined,
    },
  }) as ControllerLink
  open.push(link)
  return link
}

const requestsTo = ({ sent }: Program) => sent.flatMap((one) => ('request' in one ? [one.request] : []))

/** A program that was written before `clocks`, `infos` and the list of requests. */
const earlierProgram = (): Program => ({
  hello: { can: ['points', 'clock'] },
  answer(request, [deviceId]) {
    if (request === 'clock') return String(deviceId).startsWith('silent') ? null : 1_772_000_000_000
    if (request === 'info')
      return { publicAddress: '10.0.4.7', macAddress: null, network: JSON.stringify({ of: deviceId }) }
    return undefined
  },
  sent: [],
})
const ids = Array.from({ length: 120 }, (_, at) => `controller-${at}`)

afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  for (const link of open) await link.stop?.()
})

it('get a request for each controller, once they have refused one about many', async () => {
  const program = earlierProgram()
  const link = linkTo(program)
  await link.start(eventsWith())
  const clocks = await link.clocks([...ids, 'silent-1'])
  expect([clocks.size, clocks.has('silent-1')]).toEqual([120, false])
  expect(clocks.get('controller-119')).toEqual({ time: 1_772_000_000_000, syncedAt: null })
  expect((await link.infos(ids)).get('controller-3')?.network).toBe('{"of":"controller-3"}')
  await link.clocks(['controller-1'])
  const count = (name: string) => requestsTo(program).filter((one) => one === name).length
  expect(['clocks', 'clock', 'infos', 'info'].map(count)).toEqual([1, 122, 1, 120])
})

it('get at most fifty requests at the same time, and what has not arrived after ten seconds is not known', async () => {
  vi.useFakeTimers()
  const program: Program = { ...earlierProgram(), isSilent: (request) => request === 'clock' }
  const link = linkTo(program)
  await link.start(eventsWith())
  const clocks = link.clocks(ids)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(requestsTo(program)).toHaveLength(51)
  await vi.advanceTimersByTimeAsync(1)
  expect(await clocks).toEqual(new Map())
  program.isSilent = (request, [id] = []) => request === 'clock' && id === 'controller-5'
  const later = link.clocks(ids)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([(await later).size, (await later).has('controller-5')]).toEqual([119, false])
})

it('that know neither have clocks that are not known, and get a request for one only once', async () => {
  const program: Program = { ...earlierProgram(), answer: () => undefined }
  const link = linkTo(program)
  await link.start(eventsWith())
  expect(await link.clocks(['controller-1'])).toEqual(new Map())
  expect(requestsTo(program)).toEqual(['clocks', 'clock'])
})

it('that list what they know are sent nothing else, which is refused as not supported at once', async () => {
  const program = earlierProgram()
  program.hello = { can: ['points', 'time'], requests: ['read', 'infos'] }
  program.answer = (request) => (request === 'infos' ? [] : undefined)
  const link = linkTo(program)
  await link.start(eventsWith())
  for (const request of [
    () => link.sendConfiguration('one', { id: 'time.1', type: 'time', content: null }),
    () => link.deploy('one', { id: 'd', operations: [] }),
    () => link.setClock('one'),
  ])
    await expect(request()).rejects.toMatchObject({ refusal: 'unsupported' })
  expect([await link.clocks(['one']), await link.infos(['one'])]).toEqual([new Map(), new Map()])
  expect(requestsTo(program)).toEqual(['infos'])
})

it('are notified one after the other, though they confirm nothing', async () => {
  vi.useFakeTimers()
  const program = earlierProgram()
  const link = linkTo(program)
  await link.start(eventsWith())
  for (const id of ['one', 'two']) link.workAborted(id, 'work')
  const noticed = () => program.sent.flatMap((one) => ('notice' in one ? [one.args[0]] : []))
  expect(noticed()).toEqual(['one'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(noticed()).toEqual(['one', 'two'])
})

it('of a later version are answered that what they ask is not supported', async () => {
  const replies: FromLink[] = []
  const served: PartialLink = { can: new Set(), infos: async () => new Map() }
  for (const request of ['info', 'start', 'can', 'constructor', 'futureRequest'])
    receiveMessage(served, { id: 1, request: request as 'infos', args: [] }, { send: (reply) => replies.push(reply) })
  await vi.waitFor(() => expect(replies).toHaveLength(5))
  expect(replies.every((reply) => 'refusal' in reply && reply.refusal === 'unsupported')).toBe(true)
})

describe('controllers of an earlier link', () => {
  let services: Services
  const program = earlierProgram()
  let deviceIds: string[]
  beforeAll(async () => {
    services = await startTestServices({ links: { table: linkTo(program) } })
    deviceIds = services.world.store
      .all<{ id: string }>(
        'SELECT id FROM device WHERE customer_id = (SELECT customer_id FROM device LIMIT 1) LIMIT 40',
      )
      .map(({ id }) => id)
    services.world.store.run(
      `UPDATE device SET protocol = 'table', onboarded = 1 WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(deviceIds),
    )
  })
  afterAll(() => services.close())
  const configuration = (line: string, body?: unknown) =>
    services.call('device-configuration', line, { as: 'marcus', body })

  it('have their clocks and their states on pages', async () => {
    const times = await configuration('POST /x/devices/time', { deviceIds })
    const seen = times.body.data.map((one: { currentDeviceTime: string | null }) => one.currentDeviceTime)
    expect([times.status, seen.length, seen.includes(null)]).toEqual([200, 40, false])
    const stands = await configuration(`GET /x/configuration/network?deviceIds=${deviceIds.join()}`)
    expect(stands.body.data.map((one: { running: unknown }) => one.running)).toEqual(deviceIds.map((of) => ({ of })))
  })

  it('have no work that the link does not know', async () => {
    const sent = await configuration('POST /devices/configuration/send', {
      deviceIds: deviceIds.slice(0, 2),
      configurationTypes: ['time'],
    })
    expect(sent.body.errors.map((one: { details: { errorCode: number } }) => one.details.errorCode)).toEqual([
      4310, 4310,
    ])
    // One that says it can, and does not know the request, fails the work with the reason.
    const [deviceId = ''] = deviceIds
    ;(services.world.links.of(deviceId).can as Set<string>).add('time')
    await configuration('POST /devices/configuration/send', { deviceIds: [deviceId], configurationTypes: ['time'] })
    const last = async () => (await configuration(`GET /devices/${deviceId}/time/send/logs`)).body.at(-1)
    await vi.waitFor(async () => expect(await last()).toMatchObject({ code: 'NOT_SUPPORTED' }), 10_000)
  })
})
