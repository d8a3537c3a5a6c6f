/** A program beside us that is started again when it ends without being asked to. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Program {
  name: string
  command: string[]
  env: NodeJS.ProcessEnv
  /** Says by itself when it is ready, and is started again; the others are ready once their address answers. */
  reports: boolean
  /** A stop that takes longer, ms, is ended. */
  longestStop: number
}

/** It cannot start as it is configured, or on the files that are there (sysexits): trying again mends nothing. */
const misconfigured = 78
const firstPause = 1_000
const longestPause = 30_000
/** Who ran so long, ms, starts anew with the shortest pause. */
const lasting = 60_000

export class KeptProgram {
  private child: ChildProcess | null = null
  private isStopping = false
  private wasReady = false
  private pause = firstPause
  private again: NodeJS.Timeout | undefined
  private readonly readyOnce: Promise<void>
  private tellReady: () => void = () => {}

  /** `onEnd` hears the code of a program that will not be started again. */
  constructor(
    private readonly program: Program,
    private readonly onEnd: (code: number) => void,
  ) {
    this.readyOnce = new Promise((resolve) => {
      this.tellReady = resolve
    })
    this.start()
  }

  /** Once it takes requests; with `isThere` for a program that does not say so. */
  async ready(isThere: () => Promise<boolean>): Promise<void> {
    if (this.program.reports) return this.readyOnce
    while (this.child && !(await isThere())) await new Promise((resolve) => setTimeout(resolve, 200))
  }

  /** Asks it to stop, and ends it when it takes too long. */
  async stop(): Promise<void> {
    this.isStopping = true
    clearTimeout(this.again)
    const { child } = this
    if (!child) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const limit = setTimeout(() => child.kill('SIGKILL'), this.program.longestStop)
    child.kill('SIGTERM')
    await ended
    clearTimeout(limit)
  }

  private start(): void {
    const { command, env } = this.program
    const began = Date.now()
    const child = spawn(process.execPath, ['--enable-source-maps', ...command], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.child = child
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null || !('ready' in message)) return
      this.wasReady = true
      this.tellReady()
    })
    child.once('exit', (code, signal) => {
      this.child = null
      if (this.isStopping) return
      if (this.wasReady && code !== misconfigured) this.startAgain(signal ?? `code ${code}`, Date.now() - began)
      else this.onEnd(code || 1)
    })
  }

  private startAgain(why: string, ran: number): void {
    if (ran > lasting) this.pause = firstPause
    console.error(`The ${this.program.name} exited (${why}); restarting in ${this.pause / 1000} s`)
    this.again = setTimeout(() => this.start(), this.pause)
    this.pause = Math.min(this.pause * 2, longestPause)
  }
}
