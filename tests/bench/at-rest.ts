/** Waits until a program has nothing left to do, and says what it does even then, finer than the kernel's ticks. */
import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuMs } from './product'

const moment = { settling: 500, idle: 10_000 }
/** As much processor time in one moment is rest. */
const restMs = 20

/** What has been due since the seed is done first: it takes turns of the thread that is measured. */
export async function atRest(child: ChildProcess): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    const before = await cpuMs(child)
    await pause(moment.settling)
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the services ended with ${child.exitCode ?? child.signalCode}`)
    if ((await cpuMs(child)) - before <= restMs) return
  }
  throw new Error('the services did not come to rest')
}

/** ms of processor time in a second without calls. */
export async function idleMs(child: ChildProcess): Promise<number> {
  const [before, began] = [await threadsMs(child), performance.now()]
  await pause(moment.idle)
  return (((await threadsMs(child)) - before) * 1_000) / (performance.now() - began)
}

/** Processor time so far of the threads that live, in nanoseconds of the scheduler rather than ticks: few views are enough. */
export async function threadsMs({ pid }: ChildProcess): Promise<number> {
  const tasks = `/proc/${pid}/task`
  const times = await Promise.all(
    (await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]), 0) / 1e6
}
