/** The commands for whoever runs a console, on a console's store or on files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Console } from '../harness/console'

interface Told {
  status: number
  stdout: string
}

/** `npm run audit:verify`. */
export const verify = (product: Console, ...argv: string[]) => command(product, 'audit-verify', argv)

/** `npm run store:restore`. */
export const restoreStore = (product: Console, ...argv: string[]) => command(product, 'store-restore', argv)

/** Commands that were begun in this process as `npm run` begins them, which leaves behind what the next ones run. */
const made = new Set<string>()

/** `npm run store:backup`. */
export const backUp = (product: Console, to: string) => command(product, 'store-backup', ['--to', to])

async function command(product: Console, name: string, argv: string[]): Promise<Told> {
  const command = made.has(name) ? [`build/commands/${name}.js`] : ['app/commands/run.mjs', `app/commands/${name}.ts`]
  made.add(name)
  const child = spawn(process.execPath, [...command, ...argv], {
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
