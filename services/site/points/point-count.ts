/**
 * How many points a controller has, stored with it: a list of licences would have to count the points of a fleet. Triggers
 * keep it.
 */
import type { Store } from '../../kit/store'
import { keepTriggers } from '../../kit/triggers'

const triggers: Readonly<Record<string, string>> = {
  point_added: `AFTER INSERT ON point BEGIN UPDATE device SET point_count = point_count + 1 WHERE id = NEW.device_id; END`,
  point_removed: `AFTER DELETE ON point BEGIN UPDATE device SET point_count = point_count - 1 WHERE id = OLD.device_id; END`,
}

/** Keeps the number of points of controllers in a store; counts them where the store has none. */
export function preparePointCounts(store: Store): void {
  const hasColumn = store.get(`SELECT 1 FROM pragma_table_info('device') WHERE name = 'point_count'`)
  if (!hasColumn) store.exec('ALTER TABLE device ADD COLUMN point_count INTEGER NOT NULL DEFAULT 0')
  store.exec(
    `CREATE INDEX IF NOT EXISTS device_with_points ON device (model_type, point_count, id) WHERE point_count > 0`,
  )
  store.transaction(() => {
    if (!keepTriggers(store, triggers))
      store.run('UPDATE device SET point_count = (SELECT count(*) FROM point WHERE device_id = device.id)')
  })
}
