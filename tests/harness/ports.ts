/**
 * Ports for what tests start, below those that outgoing connections are given, so that a restart finds its port free
 * again. Each worker of a run has a range of its own and gives no port twice, so that none is taken between the moment
 * it was found free and the moment something listens there.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const ranges = 4
/** Playwright's workers count from the first range, vitest's from the last: some of either run beside each other. */
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env
const range = VITEST_POOL_ID
  ? (ranges - (Number(VITEST_POOL_ID) % ranges)) % ranges
  : Number(TEST_PARALLEL_INDEX ?? 0) % ranges
const given = new Set<number>()

const singles = { from: 12_000, size: 2_000 }
const tens = { from: 20_000, size: 317 }

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

/** Whether this worker was not given it before; all of a range may be given anew once most of it was. */
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
