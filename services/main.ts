/**
 * The program of the reference services: reads the environment, starts the servers, and stops them on a signal or when
 * the parent process is gone.
 */
import { startProblem } from './identity'
import { readSettings } from './kit/settings'
import { StartRefused } from './kit/start-refused'
import { type RunningServices, startServices } from './start'

/** Bad configuration (sysexits). */
const misconfigured = 78
const closeWithin = 3_000
const unwritable = ['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']

process.umask(0o077)

function exitWith(problems: readonly string[], code: number): never {
  for (const problem of problems) process.stderr.write(`plantroom services: ${problem}\n`)
  process.exit(code)
}

const read = readSettings(process.env)
if (!read.ok) exitWith(read.problems, misconfigured)
const { settings } = read
const objection = settings.runIdentity ? startProblem(settings) : undefined
if (objection) exitWith([objection], misconfigured)

const running = await startServices({ settings }).catch(
  (error: unknown): RunningServices =>
    exitWith([inOneLine(error)], isDamage(error) || error instanceof StartRefused ? misconfigured : 1),
)

let closing = false
const stop = () => {
  if (closing) return
  closing = true
  setTimeout(() => process.exit(0), closeWithin).unref()
  void running.close().finally(() => process.exit(0))
}
process.on('SIGTERM', stop)
// At Ctrl-C the parent stops this process after the console has sent its last responses.
process.on('SIGINT', () => process.connected || stop())
process.on('disconnect', stop)

running.world.log.info(
  { portBase: settings.portBase, publicOrigin: settings.publicOrigin },
  'the reference services are listening',
)
if (running.evaluationNotice) process.stdout.write(`${running.evaluationNotice}\n`)
printLink(running)
process.send?.({ ready: true })

/** Prints a one-time link, once: it is stored as a hash, and later starts cannot print it. */
function printLink({ startLink }: RunningServices): void {
  if (!startLink) return
  const { email, expiresAt } = startLink
  const time = (at: number) => new Date(at).toISOString()
  const whose = email === null ? 'Nobody can sign in yet. The first administrator' : email
  const lines =
    startLink.is === 'issued'
      ? [`${whose} opens this link, which works once:`, `  ${startLink.url}`]
      : [
          `${whose} opens the link that was printed at ${time(startLink.issuedAt)}; a start after its end prints another.`,
        ]
  process.stdout.write(['', ...lines, `It expires at ${time(expiresAt)}.`, '', ''].join('\n'))
}

/** Whether SQLite reports a corrupt file. */
function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:NOTADB|CORRUPT|IOERR|FORMAT)/.test(String((error as { code?: unknown } | null)?.code ?? ''))
}

function inOneLine(error: unknown): string {
  const { code, port, message } = (error ?? {}) as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE') return `port ${port} is already taken; set PORT_BASE to move all of them`
  if (isDamage(error)) {
    return `${message}; restore it from a backup together with its -wal and -shm files, or move the data folder away`
  }
  if (code && (unwritable.includes(code) || code.startsWith('SQLITE_'))) {
    return `the data folder ${settings.dataDir} cannot be written (${code})`
  }
  return message ?? String(error)
}
