/** `npm run audit:verify` on a console's store, or on files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Console } from '../harness/console'

export async function verify(product: Console, ...argv: string[]): Promise<{ status: number; stdout: string }> {
  const child = spawn(process.execPath, ['app/commands/run.mjs', 'app/commands/audit-verify.ts', ...argv], {
    env: {
      ...process.env,
      DATA_DIR: product.dataDir,
      DATABASE_URL: product.databaseUrl ?? '',
      PUBLIC_ORIGIN: product.origin,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, stdout }
}
