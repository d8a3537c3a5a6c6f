/**
 * The BACnet link in a process of its own, with a clock that a test moves: the file that `LINK_CLOCK` names holds how far
 * it is ahead, in milliseconds; one beside it, how far it was when what was due then had been done.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import type { Timers } from '../../services/bacnet/timers'
import { serveLink } from '../../services/link/link-server'

const file = process.env.LINK_CLOCK ?? ''
const readAhead = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
let ahead = readAhead()

interface Waiting {
  due: number
  end(): void
}
const waiting = new Set<Waiting>()
const timers: Timers = {
  now: () => Date.now() + ahead,
  after(ms, action) {
    const timer = setTimeout(() => one.end(), ms)
    const one: Waiting = {
      due: timers.now() + ms,
      end() {
        clearTimeout(timer)
        waiting.delete(one)
        action()
      },
    }
    waiting.add(one)
    return () => {
      clearTimeout(timer)
      waiting.delete(one)
    }
  },
}

setInterval(() => {
  const next = readAhead()
  if (!(next > ahead)) return
  ahead = next
  const due = [...waiting].filter((one) => one.due <= timers.now()).sort((one, other) => one.due - other.due)
  for (const one of due) if (waiting.has(one)) one.end()
  writeFileSync(`${file}.reached`, String(next))
}, 20)

await serveLink(createBacnetLink({ timers, log: (text) => process.stderr.write(`bacnet: ${text}\n`) }))
