/**
 * The link to a table in a process of its own. The table is a file, so it outlives the process as controllers do; while
 * a file with the suffix `hold` or `keep` is beside it, changes wait before or after they are done. Sends of the time begin
 * at once, and succeed once no file `keep` is there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { serveLink } from '../../services/link/link-server'
import type { ControllerLink, PartialLink } from '../../services/link/port'
import { createTableLink, type LinkTable } from './table-link'
import { createWorkLink } from './table-work'

const file = process.env.LINK_TABLE ?? ''
const waitWhile = async (suffix: string) => {
  while (existsSync(`${file}.${suffix}`)) await setTimeout(10)
}

const table = JSON.parse(readFileSync(file, 'utf8')) as LinkTable
const link = createTableLink(table, () => waitWhile('hold')) as ControllerLink

/** Stores the table after a change. */
const stored =
  <Args extends unknown[], Result>(change: ((...args: Args) => Promise<Result>) | undefined) =>
  async (...args: Args) => {
    const result = await change?.(...args)
    writeFileSync(file, JSON.stringify(table))
    await waitWhile('keep')
    return result as Result
  }

const work = createWorkLink(table.work, () => writeFileSync(file, JSON.stringify(table)))

const storing: PartialLink = {
  ...link,
  can: new Set([...link.can, 'time']),
  async start(events) {
    await work.start(events)
    // The controllers that it was at are there.
    for (const deviceId of new Set(table.work.sends.map((send) => send.deviceId))) events.up(deviceId)
  },
  async sendConfiguration(deviceId, send) {
    await work.sendConfiguration?.(deviceId, send)
    work.events?.sendProgress(deviceId, { sendId: send.id, is: 'started' })
    void waitWhile('keep').then(() => work.events?.sendProgress(deviceId, { sendId: send.id, is: 'succeeded' }))
  },
  configure(configuration) {
    link.configure?.(configuration)
    writeFileSync(file, JSON.stringify(table))
  },
  write: stored(link.write),
  acknowledge: stored(link.acknowledge),
  sendSchedules: stored(link.sendSchedules),
}
await serveLink(storing)
