/**
 * Samples in SQLite files, one a month: minutes in `samples-2026-11.sqlite`, means in `means-2026-11.sqlite`. What is
 * too old is forgotten with its file.
 */
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createFolder } from '../kit/folder'
import { openStore, type Store } from '../kit/store'
import {
  fromColumns,
  type MinuteWindow,
  type Month,
  meanMinutes,
  meansOf,
  monthNamed,
  monthOf,
  monthsOf,
  type Recording,
  recordingsOfMeans,
  type Sample,
  type SampleEngine,
  toColumns,
} from './samples'

const schema = `
CREATE TABLE IF NOT EXISTS point (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE IF NOT EXISTS sample (
  point INTEGER NOT NULL,
  -- minutes since 1970
  at INTEGER NOT NULL,
  value ANY,
  flags INTEGER NOT NULL,
  PRIMARY KEY (point, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recording (
  from_at INTEGER PRIMARY KEY,
  until_at INTEGER NOT NULL
) STRICT;
`

type Kind = 'samples' | 'means'

interface MonthFile {
  store: Store
  kind: Kind
  keys: Map<string, number>
}

const fileName = (kind: Kind, month: string) => `${kind}-${month}.sqlite`
const filePattern = /^(samples|means)-(\d{4}-\d{2})\.sqlite$/

/** How many points are averaged in one turn. */
const pointsPerTurn = 20

export function createSqliteSamples(folder: string): SampleEngine {
  createFolder(folder)
  removeRemains(folder)
  const open = new Map<string, MonthFile>()
  const kinds = new Map<string, Kind>(
    readdirSync(folder).flatMap((name) => {
      const [, kind, month] = filePattern.exec(name) ?? []
      return kind && month ? [[month, kind as Kind] as const] : []
    }),
  )

  /** Returns the file of a month; a new one only to write. */
  const fileOf = (month: string, { isNew = false } = {}): MonthFile | undefined => {
    const kind = kinds.get(month) ?? 'samples'
    if (!kinds.has(month) && !isNew) return undefined
    const file = open.get(month) ?? { store: openSamples(join(folder, fileName(kind, month))), kind, keys: new Map() }
    kinds.set(month, kind)
    open.set(month, file)
    return file
  }

  const close = (month: string) => {
    open.get(month)?.store.close()
    open.delete(month)
  }

  return {
    write(samples, recordings) {
      const months = new Set([
        ...samples.map(({ minute }) => monthOf(minute).name),
        ...recordings.map(({ from }) => monthOf(from).name),
      ])
      for (const name of [...months].sort()) {
        const { start, end } = monthNamed(name)
        const isWithin = (minute: number) => minute >= start && minute < end
        const file = fileOf(name, { isNew: true }) as MonthFile
        file.store.transaction(() => {
          for (const sample of samples) if (isWithin(sample.minute)) writeSample(file, sample)
          for (const recording of recordings) if (isWithin(recording.from)) writeRecording(file.store, recording)
        })
      }
    },

    read(pointIds, window) {
      const read = new Map<string, Sample[]>(pointIds.map((id) => [id, []]))
      for (const [index, month] of monthsOf(window).entries()) {
        const file = fileOf(month.name)
        if (file) readMonth(file, read, { from: window.from, to: window.to, isFirst: index === 0 })
      }
      return read
    },

    recordings: (window) =>
      monthsOf(window).flatMap(({ name }) => {
        const file = fileOf(name)
        return file ? recordingsIn(file.store, window) : []
      }),

    async tidy({ meansMinute, dropMinute }) {
      for (const [name, kind] of [...kinds]) {
        const month = monthNamed(name)
        if (month.end <= dropMinute) {
          close(name)
          kinds.delete(name)
          removeFile(join(folder, fileName(kind, name)))
        } else if (kind === 'samples' && month.end <= meansMinute) {
          await writeMeans(folder, fileOf(name) as MonthFile, month)
          close(name)
          kinds.set(name, 'means')
          removeFile(join(folder, fileName('samples', name)))
        }
      }
    },

    close() {
      for (const name of [...open.keys()]) close(name)
    },
  }
}

function openSamples(path: string): Store {
  const store = openStore(path, [schema])
  // Several files are open at once, and each is read in few places.
  store.exec('PRAGMA cache_size = -8000')
  return store
}

function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/** Removes what an interrupted replacement by means left: unfinished means, or the minutes of finished ones. */
function removeRemains(folder: string): void {
  const names = readdirSync(folder)
  for (const name of names) {
    if (name.includes('.part')) rmSync(join(folder, name), { force: true })
    const [, kind, month] = filePattern.exec(name) ?? []
    if (kind === 'means' && month && names.includes(fileName('samples', month)))
      removeFile(join(folder, fileName('samples', month)))
  }
}

function keyOf({ store, keys }: MonthFile, id: string): number {
  const cached = keys.get(id)
  if (cached !== undefined) return cached
  store.run('INSERT OR IGNORE INTO point (id) VALUES (?)', id)
  const key = store.get<{ key: number }>('SELECT key FROM point WHERE id = ?', id)?.key ?? 0
  keys.set(id, key)
  return key
}

function writeSample(file: MonthFile, sample: Sample): void {
  const { value, flags } = toColumns(sample)
  const minute = file.kind === 'means' ? sample.minute - (sample.minute % meanMinutes) : sample.minute
  file.store.run(
    'INSERT OR REPLACE INTO sample (point, at, value, flags) VALUES (?,?,?,?)',
    keyOf(file, sample.pointId),
    minute,
    value,
    flags,
  )
}

function writeRecording(store: Store, { from, until }: Recording): void {
  store.run(
    `INSERT INTO recording (from_at, until_at) VALUES (?,?)
     ON CONFLICT DO UPDATE SET until_at = max(until_at, excluded.until_at)`,
    from,
    until,
  )
}

const recordingsIn = (store: Store, { from, to }: MinuteWindow): Recording[] =>
  store.all<Recording>(
    'SELECT from_at AS "from", until_at AS until FROM recording WHERE from_at < ? AND until_at >= ? ORDER BY from_at',
    to,
    from,
  )

interface Row {
  at: number
  value: number | string | null
  flags: number
}

function readMonth(
  { store }: MonthFile,
  read: ReadonlyMap<string, Sample[]>,
  { from, to, isFirst }: MinuteWindow & { isFirst: boolean },
): void {
  for (const [id, samples] of read) {
    const key = store.get<{ key: number }>('SELECT key FROM point WHERE id = ?', id)?.key
    if (key === undefined) continue
    const before = isFirst
      ? store.get<Row>('SELECT * FROM sample WHERE point = ? AND at < ? ORDER BY at DESC LIMIT 1', key, from)
      : undefined
    const rows = store.all<Row>(
      'SELECT * FROM sample WHERE point = ? AND at >= ? AND at < ? ORDER BY at',
      key,
      from,
      to,
    )
    for (const row of before ? [before, ...rows] : rows) samples.push(fromColumns(id, row.at, row))
  }
}

/** Writes the means of a month beside its minutes, some points at a time. */
async function writeMeans(folder: string, { store }: MonthFile, month: Month): Promise<void> {
  const path = join(folder, `${fileName('means', month.name)}.part`)
  removeFile(path)
  const means: MonthFile = { store: openSamples(path), kind: 'means', keys: new Map() }
  const recordings = recordingsIn(store, { from: month.start, to: month.end })
  const points = store.all<{ key: number; id: string }>('SELECT key, id FROM point ORDER BY key')
  for (let first = 0; first < points.length; first += pointsPerTurn) {
    means.store.transaction(() => {
      for (const { key, id } of points.slice(first, first + pointsPerTurn)) {
        const rows = store.all<Row>('SELECT * FROM sample WHERE point = ? ORDER BY at', key)
        const samples = rows.map((row) => fromColumns(id, row.at, row))
        for (const mean of meansOf(samples, recordings, month)) writeSample(means, mean)
      }
    })
    await setImmediate()
  }
  means.store.transaction(() => {
    for (const recording of recordingsOfMeans(recordings)) writeRecording(means.store, recording)
  })
  means.store.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  means.store.close()
  renameSync(path, join(folder, fileName('means', month.name)))
}
