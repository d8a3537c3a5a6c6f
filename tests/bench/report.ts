/** What a bench found, line by line, and whether a limit was passed. */

export class Report {
  private isOver = false

  /** Writes a line; `over` marks it and fails the run. */
  say(line: string, over = false): void {
    this.isOver ||= over
    console.log(over ? `${line} OVER` : line)
  }

  /** 1 where a limit was passed. */
  get exitCode(): number {
    return this.isOver ? 1 : 0
  }
}

/** The middle one; NaN of none. */
export function median(found: readonly number[]): number {
  return [...found].sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
}

export const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
