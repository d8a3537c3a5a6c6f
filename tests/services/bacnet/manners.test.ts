/** How many requests a device and a network get, and how a silent one is left alone. */
import { describe, expect, test } from 'vitest'
import {
  defaultLimits,
  type QueueLimits,
  type RequestOptions,
  RequestQueue,
} from '../../../services/bacnet/exchange/request-queue'
import type { Peer } from '../../../services/bacnet/peer'
import { type Failure, isRequestFailure, RequestFailure } from '../../../services/bacnet/refusals'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'

const first: Peer = endpoint('10.0.0.7:47808')
const second: Peer = endpoint('10.0.0.8:47808')
const routed: Peer = { ...first, station: { network: 1001, mac: new Uint8Array([12]) } }

function setUp(limits: Partial<QueueLimits> = {}) {
  const timers = manualTimers()
  const queue = new RequestQueue({ ...defaultLimits, ...limits }, timers)
  const running: { peer: Peer; end(failure?: Failure): void }[] = []
  const ask = (peer: Peer, options: RequestOptions = {}) =>
    queue
      .run(
        peer,
        () =>
          new Promise<string>((resolve, reject) => {
            running.push({
              peer,
              end: (failure) => (failure ? reject(new RequestFailure(failure)) : resolve('answered')),
            })
          }),
        options,
      )
      .catch((error: unknown) => (isRequestFailure(error) ? error.failure : error))
  return { timers, queue, running, ask }
}

test('four requests at once go to a device, one to a device behind a router', async () => {
  const { running, ask } = setUp()
  for (let count = 0; count < 10; count++) for (const peer of [first, routed]) void ask(peer)
  expect(running.filter(({ peer }) => peer === first)).toHaveLength(4)
  expect(running.filter(({ peer }) => peer === routed)).toHaveLength(1)
  running.find(({ peer }) => peer === routed)?.end()
  await settled()
  expect(running.filter(({ peer }) => peer === routed)).toHaveLength(2)
})

test('a network gets twenty a second, however many devices it has', async () => {
  const { timers, running, ask } = setUp()
  for (let index = 0; index < 60; index++) void ask(endpoint(`10.0.1.${index}:47808`))
  expect(running).toHaveLength(20)
  await timers.advance(999)
  expect(running).toHaveLength(20)
  await timers.advance(1)
  expect(running).toHaveLength(40)
  await timers.advance(1_000)
  expect(running).toHaveLength(60)
})

test('devices take turns: a long queue of one does not delay another', async () => {
  const { timers, running, ask } = setUp({ perDevice: 100, perNetworkPerSecond: 2 })
  for (let count = 0; count < 50; count++) void ask(first)
  for (let count = 0; count < 2; count++) void ask(second)
  await timers.advance(1_000)
  expect(running.slice(2).map(({ peer }) => peer)).toContain(second)
  await timers.advance(1_000)
  expect(running.filter(({ peer }) => peer === second)).toHaveLength(2)
})

test('what a person waits for takes every other turn, and some turns are kept for it while others fill the second', async () => {
  const { timers, running, ask } = setUp({ perDevice: 1_000, perNetworkPerSecond: 4 })
  const watched = endpoint('10.0.0.9:47808')
  const isWatched = ({ peer }: { peer: Peer }) => peer === watched
  for (let count = 0; count < 40; count++) void ask(first)
  for (let count = 0; count < 20; count++) void ask(watched, { isAwaited: true })
  await timers.advance(3_000)
  expect(running).toHaveLength(16)
  // Those of the first second had begun.
  expect(running.slice(4).filter(isWatched)).toHaveLength(9)
  const { timers: later, running: started, ask: request } = setUp({ perDevice: 1_000, perNetworkPerSecond: 4 })
  void request(watched, { isAwaited: true })
  for (let count = 0; count < 40; count++) void request(first)
  await later.advance(1_500)
  const before = started.filter(isWatched).length
  void request(watched, { isAwaited: true })
  expect(started.filter(isWatched)).toHaveLength(before + 1)
})

test('the queue is bounded, for a device and in all', async () => {
  const { ask } = setUp({ perDevice: 1, maxWaitingPerDevice: 2, maxWaiting: 3 })
  for (let count = 0; count < 3; count++) void ask(first)
  expect(await ask(first)).toEqual({ kind: 'queueFull' })
  for (let count = 0; count < 2; count++) void ask(second)
  expect(await ask(second)).toEqual({ kind: 'queueFull' })
})

describe('a silent device', () => {
  test('fails what waits for it, and is asked again after 10 seconds, then 20, at most 5 minutes', async () => {
    const { timers, running, ask } = setUp()
    const waits: number[] = []
    for (let round = 0; round < 8; round++) {
      const asked = [1, 2, 3, 4, 5, 6].map(() => ask(first))
      const sent = running.length
      for (const { end } of running.splice(0)) end({ kind: 'noAnswer' })
      const results = await Promise.all(asked)
      // What waited was not sent.
      expect(results.map((one) => (one as { retryAt?: number }).retryAt === undefined)).toEqual(
        results.map((_, index) => index < sent),
      )
      const at = timers.now()
      const refused = (await ask(first)) as { kind: string; retryAt: number }
      expect(refused.kind).toBe('noAnswer')
      waits.push((refused.retryAt - at) / 1_000)
      expect(running).toHaveLength(0)
      await timers.advance(refused.retryAt - at)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
  })

  test('is tried with one request, and with all when it has answered', async () => {
    const { timers, running, ask } = setUp()
    const asked = ask(first)
    running.splice(0)[0]?.end({ kind: 'noAnswer' })
    await asked
    await timers.advance(10_000)
    for (let count = 0; count < 6; count++) void ask(first)
    expect(running).toHaveLength(1)
    running.splice(0)[0]?.end({ kind: 'error', errorClass: 1, errorCode: 31 })
    await settled()
    expect(running).toHaveLength(4)
  })

  test('is asked at once when it has been heard', async () => {
    const { queue, running, ask } = setUp()
    const asked = ask(first)
    running.splice(0)[0]?.end({ kind: 'noAnswer' })
    await asked
    queue.heard(first)
    void ask(first)
    expect(running).toHaveLength(1)
  })
})

test('a stopped queue ends what waits', async () => {
  const { queue, ask } = setUp({ perDevice: 1 })
  void ask(first)
  const waiting = ask(first)
  queue.stop()
  expect(await waiting).toEqual({ kind: 'stopped' })
  expect(await ask(second)).toEqual({ kind: 'stopped' })
})
