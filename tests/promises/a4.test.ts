/**
 * A4, tamper evident: a chain of 1,000 records (120 in small) is edited in each column, shortened in the middle, swapped,
 * added to, cut at its tail and made anew from any record on; each time the first record that does not fit is named.
 * Figure: 100 % detected.
 *
 * Seen to fail: with `hashOf` leaving out `reason` the edit of that column went unseen; with `TrailCheck.end` not
 * looking at kept checkpoints a cut tail went unseen; with the hash of a checkpoint not compared a chain made anew did.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { encodePublicKey, keyIdOf, newPrivateKey, privateKeyFrom, publicKeyFrom } from '../../app/ed25519.server'
import { canonicalJson, genesis, recordHash } from '../../app/trail/chain.server'
import { type CheckpointLine, signCheckpoint } from '../../app/trail/checkpoint.server'
import type { ExportHead, ExportLine } from '../../app/trail/export.server'
import type { TrailRecord } from '../../app/trail/record'
import { type Flaw, TrailCheck } from '../../app/trail/trail-check.server'
import { size, tell } from './size'

const length = size({ smoke: 120, full: 1_000 })
const every = 20
const own = keyPair()
const records = chain(length)
const checkpoints = checkpointsOn(records)
const at = Math.floor(length / 2) - 1
let detected = 0
let tampered = 0

function keyPair() {
  const privateKey = privateKeyFrom(newPrivateKey())
  const publicKey = privateKey && publicKeyFrom(privateKey)
  if (!privateKey || !publicKey) throw new Error('no key')
  return { privateKey, publicKey, id: keyIdOf(publicKey) }
}

/** A checkpoint after every so many records, and one at the end. */
function checkpointsOn(chained: TrailRecord[], key = own): CheckpointLine[] {
  return chained
    .filter(({ sequence }) => sequence % every === 0 || sequence === chained.length)
    .map(({ tenantId, sequence, hash }, place, named) => ({
      type: 'checkpoint',
      ...signCheckpoint(
        {
          tenantId,
          sequence,
          hash,
          at: '2026-03-09T12:30:00.000Z',
          keyId: key.id,
          previous: named[place - 1]?.sequence ?? 0,
        },
        key.privateKey,
      ),
      publicKey: encodePublicKey(key.publicKey),
    }))
}

function flawOf(
  tried: TrailRecord[],
  { kept: external = [] as CheckpointLine[], within = [] as CheckpointLine[] } = {},
) {
  const check = new TrailCheck({ keys: new Map([[own.id, own.publicKey]]), external })
  for (const record of tried) {
    check.add(record)
    for (const one of within) if (one.sequence === record.sequence) check.checkpoint(one)
  }
  return check.end()
}

function expectFlaw(found: Flaw | null, sequence: number, why?: Flaw['why']): void {
  tampered += 1
  if (found) detected += 1
  expect(found).toMatchObject(why ? { sequence, why } : { sequence })
}

afterAll(() => tell('A4', `${detected} of ${tampered} ways of tampering with ${length} records detected`))

test('a chain that nobody touched is whole, and signed to its end', () => {
  expect(flawOf(records, { kept: checkpoints, within: checkpoints })).toMatchObject({
    records: length,
    signedUpTo: length,
    flaw: null,
  })
})

describe('a chain by itself', () => {
  test.each(Object.keys(records[at] ?? {}) as (keyof TrailRecord)[])('with another %s names the record', (field) => {
    const forged = structuredClone(records)
    Object.assign(forged[at] as TrailRecord, { [field]: other(forged[at]?.[field]) })
    expectFlaw(flawOf(forged).flaw, at + 1)
  })

  test('with a part inside a value changed, however deep, names the record', () => {
    const forged = structuredClone(records)
    const subject = forged[at]?.subject.path?.[0]
    if (subject) subject.name += ' '
    expectFlaw(flawOf(forged).flaw, at + 1, 'hash')
  })

  test('without any one of its records names the gap', () => {
    for (let gone = 0; gone < length - 1; gone += 1)
      expectFlaw(flawOf(records.toSpliced(gone, 1)).flaw, gone + 1, 'gap')
  })

  test('with any two neighbours swapped names the first of them', () => {
    for (let one = 0; one < length - 1; one += 7) {
      const swapped = records.toSpliced(one, 2, records[one + 1] as TrailRecord, records[one] as TrailRecord)
      expectFlaw(flawOf(swapped).flaw, one + 1)
    }
  })

  test('with a record more, its numbers made to fit, names the one after it', () => {
    const forged = { ...(records[at] as TrailRecord), previousHash: records[at - 1]?.hash ?? '', reason: 'Never said' }
    const inserted = [...records.slice(0, at), { ...forged, hash: recordHash(forged) }, ...records.slice(at)]
    expectFlaw(flawOf(inserted).flaw, at + 2)
  })

  test.each([0, -5])('with a record of number %s before its first names it', (sequence) => {
    const forged = { ...(records[0] as TrailRecord), sequence }
    expectFlaw(flawOf([{ ...forged, hash: recordHash(forged) }, ...records]).flaw, sequence, 'number')
  })

  test('with a record whose hash was made to fit names the next one', () => {
    const forged = { ...(records[at] as TrailRecord), reason: 'Never said' }
    expectFlaw(flawOf(records.with(at, { ...forged, hash: recordHash(forged) })).flaw, at + 2, 'previousHash')
  })
})

describe('a chain beside its signed checkpoints', () => {
  test('with its tail cut anywhere names the first record that is gone', () => {
    for (let left = 0; left < length; left += 9)
      expectFlaw(flawOf(records.slice(0, left), { kept: checkpoints }).flaw, left + 1, 'tail')
  })

  test('made anew from any record on names the record of the first checkpoint that no longer fits', () => {
    for (let from = 0; from < length; from += 9) {
      const forged = rechained(records, from)
      const found = flawOf(forged, { kept: checkpoints })
      expectFlaw(found.flaw, Math.min(length, Math.ceil((from + 1) / every) * every), 'checkpoint')
      expect(found.signedUpTo).toBe(Math.floor(from / every) * every)
    }
  })

  test('made anew and signed by another key is found by the key', () => {
    const forged = rechained(records, at)
    const resigned = checkpointsOn(forged, keyPair())
    expectFlaw(flawOf(forged, { within: resigned }).flaw, every, 'key')
    const underOurName = resigned.map((one) => ({ ...one, keyId: own.id, publicKey: encodePublicKey(own.publicKey) }))
    expectFlaw(flawOf(forged, { within: underOurName }).flaw, every, 'signature')
  })

  test('without any one of them but the last names the record of the one that is gone', () => {
    for (let gone = 0; gone < checkpoints.length - 1; gone += 1)
      expectFlaw(
        flawOf(records, { within: checkpoints.toSpliced(gone, 1) }).flaw,
        checkpoints[gone]?.sequence ?? 0,
        'missing',
      )
  })

  test('without the last ones vouches only for what is left, and says since when', () => {
    const found = flawOf(records, { within: checkpoints.slice(0, 2) })
    expect(found).toMatchObject({ signedUpTo: 2 * every, unsignedSince: records[2 * every]?.at, flaw: null })
  })

  test('whose public key was replaced names the record', () => {
    const replaced = checkpoints.map((one) => ({ ...one, publicKey: encodePublicKey(keyPair().publicKey) }))
    expectFlaw(flawOf(records, { within: replaced }).flaw, every, 'replacedKey')
  })

  test.each(['tenantId', 'sequence', 'hash', 'at', 'keyId', 'signature', 'previous'] as const)(
    'whose first checkpoint has another %s is not taken for whole',
    (field) => {
      const [first, ...rest] = structuredClone(checkpoints) as [CheckpointLine, ...CheckpointLine[]]
      Object.assign(first, { [field]: field === 'signature' ? rest[0]?.signature : other(first[field]) })
      const found = flawOf(records, { kept: [first, ...rest] })
      const isReplaced = field === 'keyId'
      expectFlaw(found.flaw, field === 'sequence' ? every + 1 : every, isReplaced ? 'replacedKey' : undefined)
    },
  )
})

describe('npm run audit:verify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-a4-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const head: ExportHead = {
    type: 'trail',
    format: 1,
    tenantId: 'tenant',
    exportedAt: '2026-03-09T13:00:00.000Z',
    isWhole: true,
    keys: [{ id: own.id, publicKey: encodePublicKey(own.publicKey) }],
  }
  /** Each checkpoint after the record it names, as an export has them. */
  const exported = (chained: TrailRecord[], named: CheckpointLine[], first = head): ExportLine[] => [
    first,
    ...chained.flatMap((record) => [record, ...named.filter(({ sequence }) => sequence === record.sequence)]),
  ]
  const write = (name: string, lines: unknown[]) => {
    const file = join(folder, name)
    writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
    return file
  }
  let command = ['app/commands/run.mjs', 'app/commands/audit-verify.ts']
  const verify = (...argv: string[]) => {
    const told = spawnSync(process.execPath, [...command, ...argv], { encoding: 'utf8' })
    // What `npm run` left behind.
    command = ['build/commands/audit-verify.js']
    return told
  }
  const kept = write('checkpoints.jsonl', checkpoints)
  const key = join(folder, 'public.pem')
  writeFileSync(key, own.publicKey.export({ format: 'pem', type: 'spki' }).toString())

  test('finds an export whole, by its own key, by kept checkpoints and by a given key', () => {
    const file = write('whole.jsonl', exported(records, checkpoints))
    const told = { status: 0, stdout: expect.stringContaining(`intact, ${length} records`) }
    expect(verify(file)).toMatchObject(told)
    const all = verify(file, '--checkpoints', kept, '--key', key)
    expect(all).toMatchObject(told)
    expect(all.stdout).toContain(`signed up to record ${length}`)
  }, 60_000)

  test('names the first bad record and exits 1', () => {
    const cut = verify(write('cut.jsonl', [head, ...records.slice(0, -1)]), '--checkpoints', kept)
    expectFlaw(cut.status === 1 ? { sequence: length, why: 'tail' } : null, length)
    expect(cut.stdout).toContain(`BROKEN at record ${length} (tail)`)
    const anew = verify(write('anew.jsonl', [head, ...rechained(records, at)]), '--checkpoints', kept, '--key', key)
    expect(anew).toMatchObject({ status: 1, stdout: expect.stringContaining('(checkpoint)') })
    const forger = keyPair()
    const forged = rechained(records, at)
    const forgersHead = { ...head, keys: [{ id: forger.id, publicKey: encodePublicKey(forger.publicKey) }] }
    const signedAnew = write('signed-anew.jsonl', exported(forged, checkpointsOn(forged, forger), forgersHead))
    expect(verify(signedAnew)).toMatchObject({ status: 0 })
    expect(verify(signedAnew, '--key', key)).toMatchObject({ status: 1, stdout: expect.stringContaining('(key)') })
    expect(verify(signedAnew, '--checkpoints', kept).status).toBe(1)
    expect(verify(join(folder, 'nothing.jsonl')).status).toBe(2)
  }, 60_000)

  test.each<[string, () => unknown[], number, string]>([
    [
      'a part that anybody can make',
      () => [
        { ...head, isWhole: false, keys: [] },
        { ...records[3], hash: recordHash(records[3] as TrailRecord) },
      ],
      3,
      'UNSIGNED, a part of a trail',
    ],
    ['an empty file', () => [], 3, 'EMPTY'],
    ['an export of nothing', () => [head], 3, 'EMPTY'],
    ['a chain that nobody signed', () => [head, ...records], 3, 'UNSIGNED, anyone can create such a chain'],
    [
      'a chain whose last checkpoints are gone',
      () => exported(records, checkpoints.slice(0, 2)),
      3,
      `UNSIGNED after that, though record ${2 * every + 1} is older`,
    ],
    ['a chain without its first checkpoint', () => exported(records, checkpoints.slice(1)), 1, '(missing)'],
    [
      'a line that is not JSON',
      () => [head, ...records.slice(0, 2), '{"type":'],
      1,
      'BROKEN at line 4: it is not JSON',
    ],
    ['a line that is no record', () => [head, null], 1, 'BROKEN at line 2: it is not a line of a trail'],
    [
      'another public key',
      () =>
        exported(
          records,
          checkpoints.map((one) => ({ ...one, publicKey: '' })),
        ),
      1,
      '(replacedKey)',
    ],
  ])('does not call %s whole', (_, lines, status, told) => {
    tampered += 1
    const found = verify(write('forged.jsonl', lines()))
    if (found.status === status) detected += 1
    expect(found).toMatchObject({ status, stdout: expect.stringContaining(told) })
  })

  test('misses the trail that a kept checkpoint names, and refuses what nothing reads', () => {
    const file = write(
      'other.jsonl',
      exported(records, checkpoints).map((line) => ({ ...line, tenantId: 'another' })),
    )
    const told = 'tenant tenant: MISSING, a kept checkpoint names its record'
    expect(verify(file, '--checkpoints', kept)).toMatchObject({ status: 1, stdout: expect.stringContaining(told) })
    expect(verify(write('empty.jsonl', []), '--checkpoints', kept).status).toBe(1)
    expect(verify(file, '--checkpoint', kept).status).toBe(64)
  }, 60_000)
})

/** The chain with a lie at one place and every hash from there on made to fit. */
function rechained(chained: TrailRecord[], from: number): TrailRecord[] {
  let previousHash = chained[from - 1]?.hash ?? genesis
  const anew = chained.slice(from).map((record, place) => {
    const lie = { ...record, reason: place === 0 ? 'Never said' : record.reason, previousHash }
    previousHash = recordHash(lie)
    return { ...lie, hash: previousHash }
  })
  return [...chained.slice(0, from), ...anew]
}

function chain(count: number): TrailRecord[] {
  const made: TrailRecord[] = []
  let previousHash = genesis
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const isOutcome = sequence % 2 === 0
    const record = {
      tenantId: 'tenant',
      sequence,
      at: new Date(Date.UTC(2026, 2, 9, 12, 0, sequence)).toISOString(),
      requestId: `request-${sequence}`,
      changeId: `change-${Math.ceil(sequence / 2)}`,
      entry: isOutcome ? ('outcome' as const) : ('intent' as const),
      intentSequence: isOutcome ? sequence - 1 : null,
      actor: { id: 'amelie', issuer: 'https://id.example', name: 'Amélie Tremblay', role: 'admin' },
      customerId: 'customer',
      mutation: 'network.save',
      subject: {
        kind: 'device',
        id: `device-${sequence}`,
        name: 'VAV “12-04”',
        path: [{ id: 'site', name: 'Place Boréale', type: 'site' }],
      },
      reason: 'New resolver',
      before: { 'primary.ipv4.primaryDns': '10.0.0.1' },
      after: { 'primary.ipv4.primaryDns': '10.0.0.2' },
      calls: isOutcome ? [{ method: 'POST', path: '/devices/network', status: 200, ms: 12 }] : [],
      outcome: isOutcome ? ('done' as const) : ('pending' as const),
      detail: isOutcome ? { because: 'notTried' } : null,
      address: '192.0.2.7',
      userAgent: 'Mozilla/5.0',
      previousHash,
    }
    previousHash = recordHash(record)
    made.push({ ...record, hash: previousHash })
  }
  return made
}

/** Something else of the same kind, as somebody who edits would write it. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value}x`
  if (Array.isArray(value)) return [...value, { method: 'DELETE', path: '/', status: 200, ms: 1 }]
  return value === null ? 'x' : { ...(value as object), more: canonicalJson(value) }
}
