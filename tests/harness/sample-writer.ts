/** Stores a sample a minute until it is killed; says after each how many are stored. */
import { createSampleStore } from '../../services/history/sample-store'
import { createSqliteSamples } from '../../services/history/sqlite-samples'

const [, , folder = '', start = '0'] = process.argv
let now = Number(start)
const store = createSampleStore({
  engine: createSqliteSamples(folder),
  clock: { now: () => now },
  log: { error: (problem: unknown) => process.stderr.write(JSON.stringify(problem)) },
})
for (let count = 0; ; count++) {
  store.record([{ pointId: 'a', at: now, value: count, quality: 'good' }])
  await store.flush()
  await new Promise((sent) => process.send?.(count + 1, sent))
  now += 60_000
}
