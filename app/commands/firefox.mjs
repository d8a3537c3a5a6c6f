/** The Firefox that journeys are walked in besides Chromium: the system's, else from the package manager. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const usual = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/opt/firefox/firefox', '/snap/bin/firefox']
/** The first that can be driven without a patch, by the protocol that browsers share. */
const oldest = 150

/** Its path and version, from the package manager where none is there or too old a one; else why it cannot be had. */
export function firefox() {
  const given = process.env.FIREFOX_PATH
  const here = found([given, ...usual])
  const one = here && (here.isNew || given) ? here : (fromPackageManager() ?? here)
  if (!one) return { missing: 'Firefox is missing and cannot be installed: set FIREFOX_PATH' }
  if (!one.isNew) return { missing: `Firefox ${one.version} is older than ${oldest}` }
  return { path: one.path, version: one.version }
}

function found(paths) {
  const path = paths.find((one) => one && existsSync(one))
  if (!path) return undefined
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.match(/\d+(\.\d+)*/)?.[0] ?? '0'
  return { path, version, isNew: Number.parseInt(version, 10) >= oldest }
}

function fromPackageManager() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Firefox…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], quiet)
  return found(usual)
}
