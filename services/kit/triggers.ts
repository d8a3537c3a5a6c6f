/** Triggers that keep a value which is stored with what it is about. */
import type { Store } from './store'

/** Creates triggers, each from its name and the rest of its definition; returns whether the store had them all as they are. */
export function keepTriggers(store: Store, triggers: Readonly<Record<string, string>>): boolean {
  let isCurrent = true
  for (const [name, body] of Object.entries(triggers)) {
    const definition = `CREATE TRIGGER ${name} ${body}`
    const stored = store.get<{ sql: string }>(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?`, name)
    if (stored?.sql === definition) continue
    isCurrent = false
    store.exec(`DROP TRIGGER IF EXISTS ${name}; ${definition}`)
  }
  return isCurrent
}
