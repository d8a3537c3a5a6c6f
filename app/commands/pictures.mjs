/** `npm run pictures`: takes the pictures of the README anew, of the demonstration as it is at this hour. */
import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'

install()
await build()
const child = spawn(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/pictures.config.ts'],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium() } },
)
process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
