/** The Chromium that browser tests drive: the system's, else from the package manager, else Playwright's own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Its path, installing one when there is none; empty when Playwright is to use its own. Throws when it cannot be had. */
export function chromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && existsSync(given)) return given
  const found = usual.find((path) => existsSync(path)) ?? fromPackageManager()
  if (found) return found
  const own = spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  })
  if (own.status !== 0) throw new Error('There is no Chromium and none could be installed: set CHROMIUM_PATH')
  return ''
}

function fromPackageManager() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
  return usual.find((path) => existsSync(path))
}
