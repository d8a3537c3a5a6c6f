/**
 * `npm run store:restore -- --from <copy> --reason "<which copy, and why>"`: puts a copy of `store:backup` back, and
 * signs in `checkpoints.jsonl` from which record each tenant's trail continues and what was lost, and ends every session
 * that the copy contains (docs/operating.md). Without `--from` the store was put back by other means. Without a reason it
 * only reports. Exit 0: signed, or nothing contradicts; 1: nothing was put back or signed, and why; 3: reported, and
 * nothing was signed; 64: wrong arguments.
 */
import { parseArgs } from 'node:util'
import { config } from '~/config.server'
import { UnwritableFolder } from '~/data-folder.server'
import { endAllSessions } from '~/session/end-all.server'
import { PutBackFailed, putBackStore } from '~/store/put-back.server'
import { closeStore, openStore } from '~/store/store.server'
import { type RestorableChain, restorableChains, signRestored } from '~/trail/restore.server'

const order = parseOrder()
if (order === null) {
  console.error('usage: npm run store:restore -- [--from <folder>] --reason "<which copy, and why>"')
  process.exitCode = 64
} else if (!order.from || putBack(order.from)) {
  await openStore()
  process.exitCode = await restore(order.reason)
  await closeStore()
}

/** Returns null for wrong arguments: a copy is put back only with a reason. */
function parseOrder(): { from: string | undefined; reason: string } | null {
  try {
    const options = { from: { type: 'string' }, reason: { type: 'string', default: '' } } as const
    const { values } = parseArgs({ args: process.argv.slice(2).filter((one) => one !== '--'), options })
    const reason = values.reason.trim()
    return values.from !== undefined && (!values.from || !reason) ? null : { from: values.from, reason }
  } catch {
    return null
  }
}

/** Returns whether the copy was put back. */
function putBack(from: string): boolean {
  try {
    const { files, replaced } = putBackStore(config(), from)
    console.error(`Put back from ${from}: ${files.join(', ')}`)
    if (replaced) console.error(`What was there before is in ${replaced}`)
    return true
  } catch (error) {
    if (!(error instanceof PutBackFailed || error instanceof UnwritableFolder)) throw error
    console.error(error.message)
    process.exitCode = 1
    return false
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
