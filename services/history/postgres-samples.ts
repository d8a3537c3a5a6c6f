/**
 * Samples in PostgreSQL, one partition a month: minutes in `sample`, means in `sample_mean`. What is too old is
 * forgotten with its partition.
 */
import { Pool, type PoolClient, types } from 'pg'
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

const columns = `(
  point integer not null,
  -- minutes since 1970
  at integer not null,
  number double precision,
  words text,
  flags smallint not null,
  primary key (point, at)
) partition by range (at)`

const schema = `
create table if not exists sample_point (
  key integer generated always as identity primary key,
  id text collate "C" not null unique
);
create table if not exists sample ${columns};
create table if not exists sample_mean ${columns};
create table if not exists sample_recording (
  from_at integer primary key,
  until_at integer not null
);
`

type Kind = 'sample' | 'sample_mean'
const partitionOf = (kind: Kind, { name }: Month) => `${kind}_${name.replace('-', '_')}`
const partitionPattern = /^(sample|sample_mean)_(\d{4})_(\d{2})$/

/** How many points are averaged in one query. */
const pointsPerTurn = 20
const maxConnections = 3
/** Not to be taken for locks of the console's migrations. */
const lockKey = 4_711_035

export async function createPostgresSamples(url: string): Promise<SampleEngine> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'plantroom-samples',
    max: maxConnections,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own type
      getTypeParser: (oid: number, format?: any) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // Lost while idle: the pool drops it, and the next caller gets another or an error.
  pool.on('error', () => {})
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(schema)
  })
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r' and pg_table_is_visible(oid)`,
  )
  const kinds = new Map<string, Kind>()
  for (const { name } of rows) {
    const [, kind, year, month] = partitionPattern.exec(name) ?? []
    if (kind) kinds.set(`${year}-${month}`, kind as Kind)
  }
  const insert = createInsert()

  return {
    write: (samples, recordings) =>
      inTransaction(pool, async (client) => {
        for (const name of new Set(samples.map(({ minute }) => monthOf(minute).name))) {
          const month = monthNamed(name)
          const kind = kinds.get(name) ?? 'sample'
          if (!kinds.has(name)) await addPartition(client, kind, month)
          kinds.set(name, kind)
          const own = samples.filter(({ minute }) => minute >= month.start && minute < month.end)
          await insert(client, kind, own)
        }
        for (const { from, until } of recordings)
          await client.query(
            `insert into sample_recording (from_at, until_at) values ($1, $2)
             on conflict (from_at) do update set until_at = greatest(sample_recording.until_at, excluded.until_at)`,
            [from, until],
          )
      }),

    async read(pointIds, window) {
      const read = new Map<string, Sample[]>(pointIds.map((id) => [id, []]))
      for (const [index, month] of monthsOf(window).entries()) {
        const kind = kinds.get(month.name)
        if (!kind) continue
        const [from, to] = [Math.max(window.from, month.start), Math.min(window.to, month.end)]
        const before = `union all (select own.id, last.* from own cross join lateral (
            select point, at, number, words, flags from ${kind}
            where point = own.key and at >= ${month.start} and at < $2 order by at desc limit 1) as last)`
        const { rows } = await pool.query<Row & { id: string }>(
          `with own as (select key, id from sample_point where id = any($1::text[]))
           (select own.id, point, at, number, words, flags from own join ${kind} on point = own.key
            where at >= $2 and at < $3) ${index === 0 ? before : ''} order by point, at`,
          [pointIds, from, to],
        )
        for (const row of rows) read.get(row.id)?.push(toSample(row.id, row))
      }
      return read
    },

    recordings: (window) => recordingsIn(pool, window),

    async tidy({ meansMinute, dropMinute }) {
      for (const [name, kind] of [...kinds]) {
        const month = monthNamed(name)
        if (month.end <= dropMinute) {
          await pool.query(`drop table if exists ${partitionOf(kind, month)}`)
          kinds.delete(name)
        } else if (kind === 'sample' && month.end <= meansMinute) {
          const recordings = await recordingsIn(pool, { from: month.start, to: month.end })
          await writeMeans(pool, { month, recordings, insert })
          kinds.set(name, 'sample_mean')
          for (const { from } of recordings) await alignRecording(pool, from)
        }
      }
      await pool.query('delete from sample_recording where until_at < $1', [dropMinute])
    },

    close: () => pool.end(),
  }
}

type Insert = (client: PoolClient, kind: Kind, samples: readonly Sample[]) => Promise<void>

/** Returns a function that stores samples, replacing those of the same minute; it keeps the keys of points. */
function createInsert(): Insert {
  const keys = new Map<string, number>()
  const readKeys = async (client: PoolClient, ids: readonly string[]) => {
    const unknown = [...new Set(ids)].filter((id) => !keys.has(id))
    if (unknown.length === 0) return
    await client.query('insert into sample_point (id) select unnest($1::text[]) on conflict do nothing', [unknown])
    const known = await client.query<{ id: string; key: number }>(
      'select id, key from sample_point where id = any($1::text[])',
      [unknown],
    )
    for (const { id, key } of known.rows) keys.set(id, key)
  }
  return async (client, kind, samples) => {
    await readKeys(
      client,
      samples.map(({ pointId }) => pointId),
    )
    const stored = samples.map(toColumns)
    const minute = (sample: Sample) =>
      kind === 'sample_mean' ? sample.minute - (sample.minute % meanMinutes) : sample.minute
    await client.query(
      `insert into ${kind} (point, at, number, words, flags)
       select * from unnest($1::integer[], $2::integer[], $3::double precision[], $4::text[], $5::smallint[])
       on conflict (point, at) do update
       set number = excluded.number, words = excluded.words, flags = excluded.flags`,
      [
        samples.map(({ pointId }) => keys.get(pointId)),
        samples.map(minute),
        stored.map(({ value }) => (typeof value === 'number' ? value : null)),
        stored.map(({ value }) => (typeof value === 'string' ? value : null)),
        stored.map(({ flags }) => flags),
      ],
    )
  }
}

async function addPartition(client: PoolClient, kind: Kind, month: Month): Promise<void> {
  await client.query(
    `create table if not exists ${partitionOf(kind, month)} partition of ${kind}
     for values from (${month.start}) to (${month.end})`,
  )
}

async function recordingsIn(pool: Pool, { from, to }: MinuteWindow): Promise<Recording[]> {
  const { rows } = await pool.query<Recording>(
    `select from_at as "from", until_at as until from sample_recording
     where from_at < $1 and until_at >= $2 order by from_at`,
    [to, from],
  )
  return rows
}

/** Replaces the minutes of a month by means, some points at a time. */
function writeMeans(
  pool: Pool,
  { month, recordings, insert }: { month: Month; recordings: readonly Recording[]; insert: Insert },
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await addPartition(client, 'sample_mean', month)
    const points = await client.query<{ key: number; id: string }>('select key, id from sample_point order by key')
    for (let first = 0; first < points.rows.length; first += pointsPerTurn) {
      const own = points.rows.slice(first, first + pointsPerTurn)
      const minutes = await client.query<Row>(
        `select point, at, number, words, flags from ${partitionOf('sample', month)}
         where point = any($1::integer[]) order by point, at`,
        [own.map(({ key }) => key)],
      )
      const means = own.flatMap(({ key, id }) => {
        const samples = minutes.rows.filter(({ point }) => point === key).map((row) => toSample(id, row))
        return meansOf(samples, recordings, month)
      })
      if (means.length > 0) await insert(client, 'sample_mean', means)
    }
    await client.query(`drop table ${partitionOf('sample', month)}`)
  })
}

/** Begins a recording with the mean that it begins in. */
async function alignRecording(pool: Pool, from: number): Promise<void> {
  const [aligned] = recordingsOfMeans([{ from, until: from }])
  if (aligned && aligned.from !== from)
    await pool.query(
      `update sample_recording set from_at = $1
       where from_at = $2 and not exists (select 1 from sample_recording where from_at = $1)`,
      [aligned.from, from],
    )
}

interface Row {
  point: number
  at: number
  number: number | null
  words: string | null
  flags: number
}

const toSample = (id: string, { at, number, words, flags }: Row): Sample =>
  fromColumns(id, at, { value: number ?? words, flags })

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let error: unknown
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (failure) {
    error = failure
    await client.query('rollback').catch(() => undefined)
    throw failure
  } finally {
    client.release(error instanceof Error)
  }
}
