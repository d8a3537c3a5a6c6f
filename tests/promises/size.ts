/** How large a promise is proved: in full by `npm run prove`, in small with every test run. */
export const isFull = process.env.PROVE === '1'

/** The figure of the promise when it is proved in full, else the smaller one. */
export function size({ smoke, full }: { smoke: number; full: number }): number {
  return isFull ? full : smoke
}

/** Says a figure for the table that `npm run prove` prints. */
export function tell(promise: string, figure: string): void {
  process.stdout.write(`PROMISE ${promise}: ${figure}\n`)
}
