/** The tshark that judges packets: the system's, else from the package manager where it can be had. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Without a network this ends soon; it waits for other installations. */
const soon = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'DPkg::Lock::Timeout=120']

const isThere = () => spawnSync('tshark', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * Installs it where there is none and that is possible, as for root on Debian, without waiting for anything else.
 * Returns why there is none where it should have been installed.
 */
export async function installTshark() {
  if (isThere() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing tshark…')
  await quietly('apt-get', ['update', '-qq', ...soon])
  await quietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...soon, 'tshark'])
  return missingTshark()
}

/** Why there is none to judge with; undefined when there is. */
export function missingTshark() {
  return isThere()
    ? undefined
    : 'tshark is missing and cannot be installed: apt-get install --no-install-recommends tshark'
}

function quietly(command, argv) {
  const child = spawn(command, argv, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  return new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
}
