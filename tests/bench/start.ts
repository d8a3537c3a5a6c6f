/**
 * `TEMPLATE=<folder> node app/commands/run.mjs tests/bench/start.ts`: a fresh clone's `npm start` until its first page,
 * as so many times the installation and build of another project (the framework's own untouched template), and a second
 * start until its first page. Both from a warm npm cache, in turn, wall clock and processor time of all their processes.
 * Exit 1 when a limit is passed. `TEMPLATE` is copied, never changed; `BENCH_PORT` is the first of 111 ports.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { endedSeconds, treeSeconds } from './process-tree'
import { median, Report } from './report'

/** Fresh start ÷ template, wall clock; seconds of a second start. */
const limits = { times: 1.5, secondSeconds: 3 }
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const port = Number(process.env.BENCH_PORT ?? 3900)
const template = process.env.TEMPLATE
const lookEvery = 50
const longest = 1_800_000

interface Taken {
  /** Wall clock and processor time, in seconds. */
  wall: number
  cpu: number
}

/** Lines of a start that say what begins, and when each was printed. */
type Steps = [string, number][]
const isStep = /^(?:Installing|Building|Environment) /

if (!template) {
  console.error('TEMPLATE: name the folder of the template')
  process.exit(64)
}
const report = new Report()
const folder = await mkdtemp(join(tmpdir(), 'plantroom-bench-start-'))
try {
  const ours: Taken[] = []
  const theirs: Taken[] = []
  const again: Taken[] = []
  // The first round fills the npm cache.
  for (let round = 0; round <= rounds; round += 1) {
    const [built, fresh] = [await buildTemplate(template, round), await startTwice(round)]
    const steps = fresh.steps.map(([line, at]) => `${line} at ${at.toFixed(1)} s`)
    console.log(
      `round ${round}: ${steps.join('; ')}; page after ${fresh.first.wall.toFixed(1)} s and ${fresh.first.cpu.toFixed(1)} CPU s`,
    )
    if (round === 0) continue
    theirs.push(built)
    ours.push(fresh.first)
    again.push(fresh.second)
  }
  const wall = (all: Taken[]) => median(all.map((one) => one.wall))
  const cpu = (all: Taken[]) => median(all.map((one) => one.cpu))
  const times = wall(ours) / wall(theirs)
  report.say(
    `fresh clone to first page: ${wall(ours).toFixed(1)} s and ${cpu(ours).toFixed(1)} CPU s; template installed and built:` +
      ` ${wall(theirs).toFixed(1)} s and ${cpu(theirs).toFixed(1)} CPU s; ${times.toFixed(2)} times (limit ${limits.times}),` +
      ` ${(cpu(ours) / cpu(theirs)).toFixed(2)} times the processor time; median of ${rounds}`,
    !(times <= limits.times),
  )
  report.say(
    `second start: ${wall(again).toFixed(1)} s and ${cpu(again).toFixed(1)} CPU s (limit ${limits.secondSeconds} s)`,
    !(wall(again) <= limits.secondSeconds),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = report.exitCode

async function buildTemplate(from: string, round: number): Promise<Taken> {
  const cwd = join(folder, `template-${round}`)
  await cp(from, cwd, { recursive: true, filter: (path) => !path.includes('node_modules') })
  const install = await ended('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], cwd)
  const build = await ended('npm', ['run', 'build', '--silent'], cwd)
  await rm(cwd, { recursive: true, force: true })
  return { wall: install.wall + build.wall, cpu: install.cpu + build.cpu }
}

/** A start in a new clone, and another in the same. */
async function startTwice(round: number): Promise<{ first: Taken; second: Taken; steps: Steps }> {
  const cwd = join(folder, `clone-${round}`)
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, cwd])
  const steps: Steps = []
  const first = await untilFirstPage(cwd, steps)
  const second = await untilFirstPage(cwd, [])
  await rm(cwd, { recursive: true, force: true })
  return { first, second, steps }
}

async function untilFirstPage(cwd: string, steps: Steps): Promise<Taken> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  const env = { ...process.env, PORT: String(port), PORT_BASE: String(port + 100), DATA_DIR: join(cwd, 'data') }
  const child = spawn('npm', ['start', '--silent'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  // Its last line, once the services and the sign-in are there too.
  let isAnnounced = false
  child.stdout.on('data', (text) => {
    isAnnounced ||= String(text).includes('Environment ')
    const lines = String(text).split('\n')
    for (const line of lines.filter((one) => isStep.test(one))) steps.push([line, seconds()])
  })
  try {
    while (!isAnnounced || !(await answers())) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      if (seconds() * 1_000 > longest) throw new Error('no page after half an hour')
      await pause(lookEvery)
    }
    return { wall: seconds(), cpu: await treeSeconds([child.pid ?? 0]) }
  } finally {
    await stopped(child)
  }
}

/** Whether the first page is there: that of the sign-in. */
async function answers(): Promise<boolean> {
  try {
    const answer = await request(`http://127.0.0.1:${port}/login`, { headers: { host: `localhost:${port}` } })
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await gone
  // npm goes at once, and what it started when all of it has stopped.
  while (isAnyLeft(child.pid ?? 0)) await pause(lookEvery)
}

function isAnyLeft(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/** Runs a command to its end. */
async function ended(command: string, argv: string[], cwd: string): Promise<Taken> {
  const began = performance.now()
  const before = await endedSeconds()
  const child = spawn(command, argv, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${command} ${argv.join(' ')} ended with ${code}`)
  return { wall: (performance.now() - began) / 1_000, cpu: (await endedSeconds()) - before }
}
