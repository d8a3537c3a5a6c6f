/** The program of a site agent: runs the BACnet link beside it, and connects to the services. */
import { join } from 'node:path'
import pino from 'pino'
import { version } from '../../package.json'
import { createProcessLink } from '../link/process-link'
import { openLine } from './line'
import { openOutbox } from './outbox'
import { readAgentSettings } from './settings'
import { createSiteAgent } from './site-agent'

/** Bad configuration (sysexits). */
const misconfigured = 78

process.umask(0o077)

const read = readAgentSettings(process.env)
if (!read.ok) {
  for (const problem of read.problems) process.stderr.write(`plantroom agent: ${problem}\n`)
  process.exit(misconfigured)
}
const { address, key, dataDir } = read.settings
const log = pino({ level: process.env.LOG_LEVEL ?? 'info', base: { program: 'agent' } })
const program = join(import.meta.dirname, 'bacnet-link.js')
const agent = createSiteAgent({
  link: createProcessLink({ command: process.execPath, args: [program], log }),
  outbox: openOutbox(dataDir, { log: (text) => log.error(text) }),
  version,
})
await agent.start()
const line = openLine({ address, key, agent, log: (text) => log.info({ server: address.host }, text) })

const stop = () => {
  line.stop()
  void agent.stop().finally(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
