/** Installs what is missing. Runs before there are any packages, so it uses none. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'

/**
 * Installs the packages of the lock file and applies `patches/` to them, when the packages are missing or older than
 * either. Throws when npm fails or a patch does not fit. No package runs a script of its own: none that is used needs to.
 */
export function install() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= newest(['package-lock.json', ...patches()])) return
  console.log('Installing packages…')
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Error('The packages could not be installed (npm ci failed)')
  const patch = spawnSync(process.execPath, ['node_modules/patch-package/index.js', '--error-on-fail'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (patch.status !== 0) throw new Error('A patch in patches/ does not apply to the installed package')
}

function patches() {
  return readdirSync('patches').map((file) => `patches/${file}`)
}

function newest(files) {
  return Math.max(...files.map((file) => statSync(file).mtimeMs))
}
