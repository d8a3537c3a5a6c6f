/** The services do not start with these settings on this data folder; the message says what to change. Exit code 78. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefused'
  }
}
