/**
 * Ports for what tests start, below those that outgoing connections are given, so that a restart finds its port free
 * again. Each worker of a run has a range of its own and gives no port twice, so that none is taken between the moment
 * it was found free and the moment something listens there.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { workers } from '../workers'

const { VITEST_POOL_ID, TEST_PARALLEL_INDEX = '0', STORE } = process.env
const ranges = workers.vitest + workers.postgres + workers.browser
/** The stages of `npm test` run beside each other: no worker has a range of another stage's. */
const place = VITEST_POOL_ID
  ? (STORE === 'postgres' ? workers.vitest : 0) + Number(VITEST_POOL_ID) - 1
  : workers.vitest + workers.postgres + Number(TEST_PARALLEL_INDEX)
const range = place % ranges
const given = new Set<number>()

const singles = { from: 12_000, size: 800 }
const tens = { from: 20_000, size: 126 }

/** A port to be had. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = singles.from + range * singles.size + randomInt(singles.size)
    if (isNew(port) && (await isFree(port))) return port
  }
}

/** A base from which ten ports in a row can be had. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const base = tens.from + (range * tens.size + randomInt(tens.size)) * 10
    if (!isNew(base)) continue
    const free = await Promise.all(Array.from({ length: 10 }, (_, offset) => isFree(base + offset, '127.0.0.1')))
    if (free.every(Boolean)) return base
  }
}

/** The first of twenty UDP ports in a row that can be had on the loopback address. */
export async function freeUdpPorts(): Promise<number> {
  for (;;) {
    const base = tens.from + (range * tens.size + randomInt(tens.size - 1)) * 10
    if (!isNew(base) || !isNew(base + 10)) continue
    const free = await Promise.all(Array.from({ length: 20 }, (_, offset) => isUdpFree(base + offset)))
    if (free.every(Boolean)) return base
  }
}

function isUdpFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createSocket('udp4')
    probe.once('error', () => {
      probe.close()
      resolve(false)
    })
    probe.bind(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Whether this worker was not given it before; all of a range may be given anew once many were. */
function isNew(port: number): boolean {
  if (given.size > tens.size / 2) given.clear()
  if (given.has(port)) return false
  given.add(port)
  return true
}

function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
