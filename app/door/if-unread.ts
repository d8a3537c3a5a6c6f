/** What loaders did for the reader of a response, undone where it does not reach them whole, or is an error. */
export class IfUnread {
  private readonly undos: (() => Promise<void>)[] = []
  private isRead: boolean | null = null

  constructor(private readonly onError: (error: unknown) => void) {}

  /** Adds what undoes an effect; a loader may have it only after its reader left. */
  add(undo: () => Promise<void>): void {
    if (this.isRead === null) this.undos.push(undo)
    else if (!this.isRead) void this.run(undo)
  }

  /** Says once whether the response was read. */
  settle(isRead: boolean): void {
    this.isRead = isRead
    if (!isRead) for (const undo of this.undos) void this.run(undo)
  }

  private run(undo: () => Promise<void>): Promise<void> {
    return undo().catch(this.onError)
  }
}
