/**
 * `npm run store:restore -- --reason "<which copy, and why>"`: after the store was put back from a copy, signs in
 * `checkpoints.jsonl` from which record each tenant's trail goes on and what was lost, and ends every session that the
 * copy brought back (docs/operating.md). Without a reason it only tells. Exit 0: signed, or nothing contradicts; 1: a
 * chain is no copy, and nothing was signed; 3: told, and nothing was signed; 64: asked wrongly.
 */
import { parseArgs } from 'node:util'
import { endAllSessions } from '~/session/end-all.server'
import { closeStore, openStore } from '~/store/store.server'
import { type RestorableChain, restorableChains, signRestored } from '~/trail/restore.server'

const restoreReason = reason()
if (restoreReason === null) {
  console.error('usage: npm run store:restore -- --reason "<which copy, and why>"')
  process.exitCode = 64
} else {
  await openStore()
  process.exitCode = await restore(restoreReason)
  await closeStore()
}

/** Null where it was asked wrongly. */
function reason(): string | null {
  try {
    const options = { reason: { type: 'string', default: '' } } as const
    const { values } = parseArgs({ args: process.argv.slice(2).filter((one) => one !== '--'), options })
    return values.reason.trim()
  } catch {
    return null
  }
}

async function restore(why: string): Promise<number> {
  const found = await restorableChains()
  for (const one of found) tell(one)
  if (found.length === 0) console.error('Every trail matches checkpoints.jsonl: nothing to sign.')
  else if (found.some(({ flaw }) => flaw)) {
    console.error('Nothing was signed: a chain is broken in itself, so it is not a copy. See npm run audit:verify.')
    return 1
  } else if (why === '') {
    console.error('Nothing was signed. If you restored a copy, state which one: npm run store:restore -- --reason "…"')
    return 3
  }
  // The lines on standard output, so that they can be kept where the others are.
  for (const one of found) console.log(JSON.stringify(await signRestored(one, why)))
  if (why !== '')
    console.error(`Sessions of the copy that were ended: ${await endAllSessions()}. All users must sign in again.`)
  return 0
}

function tell({ tenantId, sequence, lostUpTo, head, flaw }: RestorableChain): void {
  console.error(
    `tenant ${tenantId}: checkpoints.jsonl covers record ${lostUpTo}, and matches the store up to record ${sequence}`,
  )
  if (head > sequence)
    console.error(
      `  no signature covers records ${sequence + 1} to ${head} of the store: ` +
        'the console wrote them after the copy was signed, or someone else did',
    )
  if (flaw) console.error(`  its chain is BROKEN at record ${flaw.sequence} (${flaw.why})`)
}
