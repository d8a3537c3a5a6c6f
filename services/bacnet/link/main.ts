/** The BACnet link as a process of its own (`LINK_PROGRAMS=bacnet=bacnet-link`). */
import { serveLink } from '../../link/link-server'
import { createBacnetLink } from './bacnet-link'

await serveLink(createBacnetLink({ log: (text) => process.stderr.write(`bacnet: ${text}\n`) }))
