/** The browsers for text that journeys are walked in, and the terminal they are given: the system's, else from the package manager. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const programs = ['lynx', 'w3m', 'tmux']

/** Null when all are there, installing them where they are missing and may be; else why they cannot be had. */
export function missingTextBrowsers() {
  if (missing().length > 0) fromPackageManager()
  const still = missing()
  return still.length === 0 ? null : `${still.join(', ')} cannot be installed here`
}

function missing() {
  return programs.filter((name) => !existsSync(`/usr/bin/${name}`))
}

function fromPackageManager() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing text browsers…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing()], quiet)
}
