/**
 * A link to controllers that do what they are requested and write it into a journal, a file that outlives the process as
 * controllers do. Files of packages are fetched beside it. While the file `hold` beside it names a moment, work waits there, which the journal says too.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { receiveFile } from '../../services/link/file-parts'
import { serveLink } from '../../services/link/link-server'
import type { LinkEvents, OnboardingReport, PartialLink, ReadFilePart } from '../../services/link/port'

/** When work waits: before its request is answered, once it has begun, done but not reported, and at its next part. */
export type WorkMoment = 'requested' | 'begun' | 'done' | 'next'

export interface JournalLine {
  is: 'done' | 'waits' | 'aborted'
  deviceId: string
  /** Names the work and its part. */
  work: string
  moment?: WorkMoment
}

const file = process.env.LINK_JOURNAL ?? ''
/** The longest pause of a controller at each moment, ms. */
const maxPauseMs = Number(process.env.LINK_PAUSE_MS ?? 0)

const journal = (): JournalLine[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as JournalLine)
    : []
const write = (line: JournalLine) => appendFileSync(file, `${JSON.stringify(line)}\n`)
const isHeld = (moment: WorkMoment) => existsSync(`${file}.hold`) && readFileSync(`${file}.hold`, 'utf8') === moment

async function reach(moment: WorkMoment, { deviceId, work }: Pick<JournalLine, 'deviceId' | 'work'>): Promise<void> {
  if (isHeld(moment)) write({ is: 'waits', deviceId, work, moment })
  while (isHeld(moment)) await setTimeout(5)
  await setTimeout(Math.random() * maxPauseMs)
}

/** Does a part of some work, unless it is done. */
async function perform(deviceId: string, work: string, report: { begin?(): void; end(): void }): Promise<void> {
  const one = { deviceId, work }
  report.begin?.()
  await reach('begun', one)
  if (!journal().some((line) => line.is === 'done' && line.deviceId === deviceId && line.work === work))
    write({ is: 'done', ...one })
  await reach('done', one)
  report.end()
}

let events: LinkEvents
let readPart: ReadFilePart
const running = new Set<string>()

/** Begins work, unless the controller is at it; its request is answered then. */
async function begin(deviceId: string, id: string, parts: readonly (() => Promise<void>)[]): Promise<void> {
  await reach('requested', { deviceId, work: id })
  const key = `${deviceId} ${id}`
  if (running.has(key)) return
  running.add(key)
  const run = async () => {
    for (const [at, part] of parts.entries()) {
      if (at > 0) await reach('next', { deviceId, work: id })
      await part()
    }
    running.delete(key)
  }
  void run()
}

const steps = ['validate', 'claim', 'identity', 'firstConnection', 'inventory', 'licence', 'packages'] as const

function endOf(onboardingId: string, step: (typeof steps)[number]): OnboardingReport {
  const ended = { onboardingId, is: 'ended' } as const
  if (step === 'firstConnection') return { ...ended, step, address: '10.0.4.9' }
  if (step === 'inventory') return { ...ended, step, serialNumber: 'SN-JOURNAL' }
  if (step === 'packages') return { ...ended, step, packages: [{ name: 'platform', version: '1.17.0' }] }
  return { ...ended, step }
}

const link: PartialLink = {
  can: new Set(['time', 'bacnet', 'packages', 'onboarding', 'tunnel']),
  async start(own, read) {
    events = own
    if (read) readPart = read
    // The controllers that it was at are there.
    for (const deviceId of new Set(journal().map((line) => line.deviceId))) events.up(deviceId)
  },
  sendConfiguration: (deviceId, { id }) =>
    begin(deviceId, id, [
      () =>
        perform(deviceId, id, {
          begin: () => events.sendProgress(deviceId, { sendId: id, is: 'started' }),
          end: () => events.sendProgress(deviceId, { sendId: id, is: 'succeeded' }),
        }),
    ]),
  deploy: (deviceId, { id, operations }) =>
    begin(
      deviceId,
      id,
      operations.map(({ position, type, files }) => {
        const report = (status: 'PackageUploadInProgress' | 'PackageInstallationSuccess') =>
          events.deploymentProgress(deviceId, { deploymentId: id, position, status })
        return async () => {
          for (const one of files)
            await receiveFile(readPart, { deviceId, file: { workId: id, ...one }, path: `${file}.${id}.${one.sha256}` })
          await perform(deviceId, `${id}/${position}`, {
            begin: () => type === 'Install' && report('PackageUploadInProgress'),
            end: () => report('PackageInstallationSuccess'),
          })
        }
      }),
    ),
  onboard: (deviceId, { id, step }) =>
    begin(
      deviceId,
      id,
      steps.slice(steps.indexOf(step)).map((one) => () => {
        const end = () => events.onboardingProgress(deviceId, endOf(id, one))
        return perform(deviceId, `${id}/${one}`, { end })
      }),
    ),
  async openTunnel(deviceId, { id }) {
    const report = (is: 'opening' | 'open') => events.tunnelProgress(deviceId, { tunnelId: id, is })
    await begin(deviceId, id, [
      () => perform(deviceId, id, { begin: () => report('opening'), end: () => report('open') }),
    ])
    return { url: `https://tunnels.journal/${journal().length}` }
  },
  tunnelAborted(deviceId, id) {
    write({ is: 'aborted', deviceId, work: id })
    events.tunnelProgress(deviceId, { tunnelId: id, is: 'closed' })
  },
}
await serveLink(link)
