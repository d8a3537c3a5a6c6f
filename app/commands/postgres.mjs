/**
 * A throw-away PostgreSQL for tests: a real server from the distribution's packages, installed where it is missing
 * and may be, on a socket in a folder of its own, run as a user of its own because it refuses root.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const packages = '/usr/lib/postgresql'
const oldest = 15
const longestStart = 30_000

/**
 * Starts a server. `url(name)` is the address of one of its databases (`postgres` is there at once); `socket` is the
 * path of the socket it listens on; `restart` is as abrupt as a crash; `stop` ends it and removes what it wrote;
 * `standby` starts a second server that has all that the first acknowledges from then on, and can be promoted. Throws,
 * with the reason, when none can be had.
 */
export async function startPostgres() {
  const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync']
  return serve((data) => ['initdb', '--pgdata', data, ...initdb])
}

/** A server on what a program wrote into its folder of data. */
async function serve(filling) {
  const bin = programs()
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-postgres-'))
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const written = join(folder, 'log')
  const inFolder = { ...as, cwd: folder }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  try {
    runProgram(filling(data))
  } catch (error) {
    remove()
    throw error
  }

  let server = await start()
  process.once('exit', () => {
    server.kill('SIGQUIT')
    remove()
  })

  function runProgram([name, ...argv]) {
    const ended = spawnSync(join(bin, name), argv, { ...inFolder, encoding: 'utf8' })
    if (ended.status !== 0) throw new Error(`PostgreSQL could not be set up: ${ended.stderr || ended.error}`)
  }

  function execute(statement) {
    runProgram(['psql', '--quiet', '--host', folder, '--username', 'postgres', '--command', statement])
  }

  async function start() {
    const log = openSync(written, 'a')
    const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: 300, fsync: 'off' }
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...inFolder, stdio: ['ignore', log, log] },
    )
    closeSync(log)
    for (const began = Date.now(); !isReady(); await pause(50)) {
      if (child.exitCode === null && Date.now() - began < longestStart) continue
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not start: ${readFileSync(written, 'utf8').slice(-1_000)}`)
    }
    return child
  }

  function isReady() {
    const argv = ['--quiet', '--host', folder, '--dbname', 'postgres', '--username', 'postgres']
    return spawnSync(join(bin, 'pg_isready'), argv).status === 0
  }

  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await ended
  }

  return {
    url: (name) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`,
    socket: join(folder, '.s.PGSQL.5432'),
    async standby() {
      const from = ['--host', folder, '--username', 'postgres']
      const copying = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
      const second = await serve((copy) => ['pg_basebackup', '--pgdata', copy, ...from, ...copying])
      execute(`alter system set synchronous_standby_names = '*'`)
      execute('select pg_reload_conf()')
      return second
    },
    promote: () => execute('select pg_promote()'),
    async restart() {
      await kill()
      server = await start()
    },
    kill,
    async stop() {
      await kill()
      remove()
    },
  }
}

/** The folder of the newest server's programs. */
function programs() {
  const found = installed() ?? (fromPackageManager() ? installed() : undefined)
  if (!found)
    throw new Error(
      `PostgreSQL ${oldest} or newer is missing and could not be installed; SKIP_POSTGRES=1 skips its tests`,
    )
  return found
}

function installed() {
  const versions = existsSync(packages)
    ? readdirSync(packages)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const folders = [
    ...versions.filter((version) => version >= oldest).map((version) => join(packages, String(version), 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))))
}

function fromPackageManager() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing PostgreSQL…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], quiet).status === 0
}

/** The server's own user where we are root, `nobody` where it has none, and ourselves otherwise. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name]).stdout))
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}
