/**
 * The Chromium that browser tests drive: the system's without windows, which paints with two thirds of the processor
 * time, else the system's, each from the package manager where it can be had, else Playwright's own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const windowless = ['/usr/bin/chromium-headless-shell']
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
/** Whoever is without a network is told so soon. */
const soon = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** Its path, installing one when there is none; empty when Playwright is to use its own. Throws when it cannot be had. */
export function chromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && existsSync(given)) return given
  const found =
    first(windowless) ??
    installed('chromium-headless-shell', windowless) ??
    first(usual) ??
    installed('chromium', usual)
  if (found) return found
  const own = spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  })
  if (own.status !== 0) throw new Error('Chromium is missing and could not be installed: set CHROMIUM_PATH')
  return ''
}

const first = (paths) => paths.find((path) => existsSync(path))

/** One of the paths, once the package is there. */
function installed(name, paths) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${name}…`)
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq', ...soon], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...soon, name], quiet)
  return first(paths)
}
