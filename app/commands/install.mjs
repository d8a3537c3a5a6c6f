/** Installs what is missing. Runs before there are any packages, so it uses none. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'

/**
 * Installs the packages of the lock file and applies `patches/` to them, when the packages are missing or older than
 * either. Without `tools`, only what a build and a start need: no linter, type checker, test runner or browser driver.
 * Throws when npm fails or a patch does not fit. No package runs a script of its own: none that is used needs to.
 */
export function install({ tools = true } = {}) {
  const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= newest(['package-lock.json', ...patches()])
  if (isFresh && (!tools || hasTools())) return
  console.log('Installing packages…')
  // Tools are added beside what is installed: a console may run on it.
  const how = isFresh ? ['install', '--no-save'] : tools ? ['ci'] : ['ci', '--omit=dev']
  const npm = spawnSync('npm', [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Error('The packages could not be installed (npm ci failed)')
  const patch = spawnSync(process.execPath, ['node_modules/patch-package/index.js', '--error-on-fail'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (patch.status !== 0) throw new Error('A patch in patches/ does not apply to the installed package')
}

/** Whether every tool that package.json names is installed. */
function hasTools() {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(`node_modules/${name}`))
}

function patches() {
  return readdirSync('patches').map((file) => `patches/${file}`)
}

function newest(files) {
  return Math.max(...files.map((file) => statSync(file).mtimeMs))
}
