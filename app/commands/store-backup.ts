/**
 * `npm run store:backup -- --to <folder>`: copies the store and what belongs to it to a new folder, while the console
 * is at work (docs/operating.md). Exit 0: the copy is whole and on disk; 1: there is none, and why; 64: asked wrongly.
 */
import { parseArgs } from 'node:util'
import { config } from '~/config.server'
import { UnwritableFolder } from '~/data-folder.server'
import { BackupFailed, backUpStore, type StoreBackup } from '~/store/backup.server'

const to = targetFolder()
process.umask(0o077)
if (!to) {
  console.error('usage: npm run store:backup -- --to <folder>')
  process.exitCode = 64
} else {
  try {
    tell(await backUpStore(config(), to, process.env))
  } catch (error) {
    if (!(error instanceof BackupFailed || error instanceof UnwritableFolder)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function targetFolder(): string | null {
  try {
    const options = { to: { type: 'string' } } as const
    return parseArgs({ args: process.argv.slice(2).filter((one) => one !== '--'), options }).values.to ?? null
  } catch {
    return null
  }
}

function tell({ folder, files, heads }: StoreBackup): void {
  console.log(`${folder}: ${files.join(', ')}`)
  for (const { tenantId, sequence, hash } of heads ?? [])
    console.log(`tenant ${tenantId}: record ${sequence}, head ${hash}`)
  const given = ['secrets.json', 'trail-signing-key.pem'].filter((name) => !files.includes(name))
  if (given.length > 0) console.log('SESSION_SECRET and TRAIL_SIGNING_KEY are not in the backup: keep them separately.')
}
