/**
 * Whether every role that a fault rule of a piece of equipment needs has a point, stored with it: a list of those without
 * has to count a fleet. Triggers keep it, since mappings also end with their points.
 */
import type { Store } from '../../kit/store'
import { keepTriggers } from '../../kit/triggers'
import { equipmentTypes, isRequired } from './types'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Whether a row of `equipment` has a point in each role that its type requires. */
const isReady = `CASE equipment.type ${equipmentTypes
  .flatMap(({ id, roles }) => {
    const required = roles.filter(isRequired).map(({ role }) => quoted(role))
    return required.length > 0
      ? [
          `WHEN ${quoted(id)} THEN (SELECT count(*) = ${required.length} FROM point_mapping
             WHERE equipment_id = equipment.id AND role IN (${required.join(', ')}))`,
        ]
      : []
  })
  .join(' ')} ELSE 1 END`

const triggers: Readonly<Record<string, string>> = {
  equipment_added: `AFTER INSERT ON equipment BEGIN UPDATE equipment SET is_ready = ${isReady} WHERE id = NEW.id; END`,
  equipment_retyped: `AFTER UPDATE OF type ON equipment WHEN OLD.type <> NEW.type
    BEGIN UPDATE equipment SET is_ready = ${isReady} WHERE id = NEW.id; END`,
  point_mapped: `AFTER INSERT ON point_mapping
    BEGIN UPDATE equipment SET is_ready = ${isReady} WHERE id = NEW.equipment_id AND is_ready = 0; END`,
  point_unmapped: `AFTER DELETE ON point_mapping
    BEGIN UPDATE equipment SET is_ready = ${isReady} WHERE id = OLD.equipment_id AND is_ready = 1; END`,
}

/** Keeps the readiness of equipment in a store; computes it for all where the store has none, or of other roles. */
export function prepareReadiness(store: Store): void {
  const hasColumn = store.get(`SELECT 1 FROM pragma_table_info('equipment') WHERE name = 'is_ready'`)
  if (!hasColumn) store.exec('ALTER TABLE equipment ADD COLUMN is_ready INTEGER NOT NULL DEFAULT 0')
  store.exec(
    `CREATE INDEX IF NOT EXISTS equipment_not_ready ON equipment (customer_id, sort_name, id) WHERE is_ready = 0`,
  )
  store.transaction(() => {
    if (!keepTriggers(store, triggers)) store.run(`UPDATE equipment SET is_ready = ${isReady}`)
  })
}
