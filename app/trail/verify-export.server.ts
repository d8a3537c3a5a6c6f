/** Checks an export of the trail by itself, and against checkpoints from elsewhere. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { CheckpointLine } from './checkpoint.server'
import { trustedKeys } from './checkpoints.server'
import type { TrailRecord } from './record'
import { type CheckpointWithKey, type Finding, TrailCheck, type TrustedKeys } from './trail-check.server'

/** The result for one tenant's trail in a file. */
export interface FileFinding {
  tenantId: string
  isPart: boolean
  /** When the export was created, if it says so. */
  exportedAt: string | null
  finding: Finding
}

export interface ExportCheck {
  findings: FileFinding[]
  /** The first line that is not part of an export, and why; nothing after it was read. */
  badLine: { number: number; why: 'json' | 'shape' } | null
}

const Head = z.object({
  type: z.literal('trail'),
  tenantId: z.string(),
  exportedAt: z.string().optional(),
  isWhole: z.boolean().optional(),
  keys: z.array(z.object({ id: z.string(), publicKey: z.string() })).default([]),
})

/** The fields of a record that a check reads; the hash covers the rest. */
const Chained = z.looseObject({
  type: z.undefined().optional(),
  tenantId: z.string(),
  sequence: z.number(),
  at: z.string(),
  previousHash: z.string(),
  hash: z.string(),
})

const Line = z.union([Head, CheckpointLine, Chained])

interface Trust {
  /** Keys passed by the caller; then no others are trusted. */
  callerKeys: TrustedKeys | null
  external: readonly (CheckpointWithKey & { publicKey: string })[]
}

/** Checks an export. Throws when the file cannot be read. */
export async function checkExport(file: string, { callerKeys, external }: Trust): Promise<ExportCheck> {
  let head: z.infer<typeof Head> | null = null
  const checks = new Map<string, TrailCheck>()
  const checkOf = (tenantId: string) => {
    const existing = checks.get(tenantId)
    if (existing) return existing
    const check = new TrailCheck({
      keys: callerKeys ?? trustedKeys(external.length > 0 ? external.map(asKey) : (head?.keys ?? [])),
      external: external.filter((one) => one.tenantId === tenantId),
      isWhole: head?.isWhole ?? true,
    })
    checks.set(tenantId, check)
    return check
  }
  const resultWith = (badLine: ExportCheck['badLine']): ExportCheck => ({
    badLine,
    findings: [...checks].map(([tenantId, check]) => ({
      tenantId,
      isPart: head?.isWhole === false,
      exportedAt: head?.exportedAt ?? null,
      finding: check.end(),
    })),
  })
  let number = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (!text.trim()) continue
    const json = asJson(text)
    if (json === undefined) return resultWith({ number, why: 'json' })
    const line = Line.safeParse(json).data
    if (!line) return resultWith({ number, why: 'shape' })
    if (line.type === 'trail') head = line
    if (line.type === 'checkpoint') checkOf(line.tenantId).checkpoint(line)
    else if (line.type === undefined) checkOf(line.tenantId).add(line as unknown as TrailRecord)
    else checkOf(line.tenantId)
  }
  return resultWith(null)
}

const asKey = ({ keyId, publicKey }: { keyId: string; publicKey: string }) => ({ id: keyId, publicKey })

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
