/** Reports the progress and the remaining time of a long seed on stderr. */

export interface Progress {
  /** Adds `rows` stored rows. */
  advance(rows: number): void
  /** Reports a step that cannot be counted. */
  report(what: string): void
  finish(): void
}

const width = 30
const seconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`

export const silent: Progress = { advance() {}, report() {}, finish() {} }

/** Returns a bar that is redrawn on a terminal, and a line for every tenth elsewhere. */
export function progressBar(total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = Date.now()
  let rowsDone = 0
  let lastShown = -1

  const show = (text: string) => stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  return {
    advance(rows) {
      rowsDone += rows
      const share = Math.min(1, rowsDone / total)
      const step = Math.floor(share * (stream.isTTY ? 200 : 10))
      if (step === lastShown) return
      lastShown = step
      const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.')
      const remainingMs = ((Date.now() - started) * (1 - share)) / share
      show(`[${bar}] ${String(Math.round(share * 100)).padStart(3)} %, about ${seconds(remainingMs)} left`)
    },
    report: (what) => void show(what),
    finish: () => void show(`seeded in ${seconds(Date.now() - started)}\n`.replace(/\n$/, stream.isTTY ? '\n' : '')),
  }
}
