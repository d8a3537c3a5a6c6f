/** The Firefox that journeys are walked in besides Chromium: the system's, else from the package manager. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const usual = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/opt/firefox/firefox', '/snap/bin/firefox']
/** The first that can be driven without a patch, by the protocol that browsers share. */
const oldest = 150

/** Its path and version, installing one where none is there and one may be; else why it cannot be had. */
export function firefox() {
  const given = process.env.FIREFOX_PATH
  const path = [given, ...usual].find((one) => one && existsSync(one)) ?? fromPackageManager()
  if (!path) return { missing: 'no Firefox is here, and none can be installed: set FIREFOX_PATH' }
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.match(/\d+(\.\d+)*/)?.[0] ?? '0'
  if (Number.parseInt(version, 10) < oldest) return { missing: `Firefox ${version} is older than ${oldest}` }
  return { path, version }
}

function fromPackageManager() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Firefox…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], quiet)
  return usual.find((path) => existsSync(path))
}
