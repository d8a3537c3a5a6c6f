/**
 * `npm run journeys:large [-- tunnels …]`: walks the journeys through sites and controllers on a fleet, in a browser,
 * with scripts and without. `DATA_DIR_LARGE` names the folder of a built store (`DATA_DIR=… npm run services -- --seed
 * large`, some minutes), which is copied for each worker and left as it is.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'

const journeys = ['onboarding', 'tunnels', 'search']
const wanted = process.argv.slice(2).filter((one) => one !== '--')
const kept = process.env.DATA_DIR_LARGE

if (!kept || !existsSync(join(kept, 'services.sqlite'))) {
  console.error('DATA_DIR_LARGE is not a folder with a built store: DATA_DIR=… npm run services -- --seed large')
  process.exit(78)
}
install()
await build()
const child = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'tests/playwright.config.ts',
    '--workers',
    '1',
    '--timeout',
    '240000',
    ...(wanted.length > 0 ? wanted : journeys).map((one) => `tests/browser/${one}.spec.ts`),
  ],
  { stdio: 'inherit', env: { ...process.env, JOURNEYS_SEED: 'large' } },
)
process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
