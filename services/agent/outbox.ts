/**
 * What a site agent has to report, in a file of its own: numbered, kept until the services have stored it, and sent in
 * order. It survives the end of the agent and that of the line.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createFolder } from '../kit/folder'
import { openStore } from '../kit/store'
import type { LinkEventMessage } from '../link/messages'
import type { LinkConfiguration } from '../link/port'

const schema = `
CREATE TABLE IF NOT EXISTS message (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
-- one row: names the outbox, when the agent was alive last, and how it is configured, as JSON
CREATE TABLE IF NOT EXISTS agent (
  id TEXT NOT NULL,
  alive_at INTEGER,
  configuration TEXT
) STRICT;
`

/** Most messages that are kept: more than a month of a site with 2,000 points. The oldest are dropped after that. */
const maxMessages = 2_000_000

export interface OutboxMessage extends LinkEventMessage {
  number: number
}

export interface Outbox {
  /** Names the outbox; a new one has another name. */
  readonly id: string
  add(message: LinkEventMessage): void
  /** Returns the number of the newest message; 0 before the first. */
  newest(): number
  /** Returns the first messages after a number. */
  after(number: number, limit: number): OutboxMessage[]
  /** Forgets the messages up to a number. */
  forget(number: number): void
  /** How many messages wait, and since when the oldest does, ms. */
  backlog(): { backlog: number; since: number | null }
  /** When the agent was alive last, ms; null for never. */
  aliveAt(): number | null
  markAlive(): void
  configuration(): LinkConfiguration | null
  keepConfiguration(configuration: LinkConfiguration | null): void
  close(): void
}

/** Opens the outbox of a folder, which is created when it is missing. Throws when it cannot be written. */
export function openOutbox(folder: string, { log }: { log(text: string): void }): Outbox {
  createFolder(folder)
  const store = openStore(join(folder, 'agent.sqlite'), [schema])
  if (!store.get('SELECT 1 FROM agent')) store.run('INSERT INTO agent (id) VALUES (?)', randomUUID())
  const { id } = store.get<{ id: string }>('SELECT id FROM agent') as { id: string }
  let waiting = store.get<{ n: number }>('SELECT count(*) AS n FROM message')?.n ?? 0
  return {
    id,
    add({ event, args }) {
      store.run('INSERT INTO message (at, content) VALUES (?,?)', Date.now(), JSON.stringify([event, args]))
      waiting += 1
      if (waiting <= maxMessages) return
      waiting -= store.run('DELETE FROM message WHERE number = (SELECT min(number) FROM message)')
      log('the outbox is full: its oldest message is dropped')
    },
    newest: () => store.get<{ number: number | null }>('SELECT max(number) AS number FROM message')?.number ?? 0,
    after: (number, limit) =>
      store
        .all<{ number: number; content: string }>(
          'SELECT number, content FROM message WHERE number > ? ORDER BY number LIMIT ?',
          number,
          limit,
        )
        .map(({ number: own, content }) => {
          const [event, args] = JSON.parse(content) as [LinkEventMessage['event'], unknown[]]
          return { number: own, event, args }
        }),
    forget(number) {
      waiting -= store.run('DELETE FROM message WHERE number <= ?', number)
    },
    backlog: () => ({
      backlog: waiting,
      since: store.get<{ at: number }>('SELECT at FROM message ORDER BY number LIMIT 1')?.at ?? null,
    }),
    aliveAt: () => store.get<{ at: number | null }>('SELECT alive_at AS at FROM agent')?.at ?? null,
    markAlive: () => void store.run('UPDATE agent SET alive_at = ?', Date.now()),
    configuration() {
      const kept = store.get<{ configuration: string | null }>('SELECT configuration FROM agent')?.configuration
      return kept ? (JSON.parse(kept) as LinkConfiguration) : null
    },
    keepConfiguration(configuration) {
      store.run('UPDATE agent SET configuration = ?', configuration && JSON.stringify(configuration))
    },
    close: store.close,
  }
}
