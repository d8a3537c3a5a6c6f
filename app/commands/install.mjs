/** Installs what is missing. Runs before there are any packages, so it uses none. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'

/**
 * Installs exactly what the lock file says when the packages are missing or older than it. Throws when npm fails. No
 * package runs a script of its own: none of those that are used needs to.
 */
export function install() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs) return
  console.log('Installing packages…')
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Error('The packages could not be installed (npm ci failed)')
}
