/** A stream of server-sent events, read as a browser does, and kept in order. */
import type { Visitor } from './visitor'

export interface StreamEvent {
  name: string
  data: unknown
}

export interface EventStream {
  status: number
  headers: Headers
  /** Everything heard so far, oldest first. */
  events: readonly StreamEvent[]
  /** Resolves once the console has ended it, or once it broke. */
  ended: Promise<void>
  /** Closes the connection, as a page that is left. */
  close(): Promise<void>
}

/** Opens a stream; each event is kept, or given to who wants to hear it instead. */
export async function openEventStream(
  visitor: Visitor,
  address: string,
  hear?: (event: StreamEvent) => void,
): Promise<EventStream> {
  const { status, headers, body } = await visitor.raw('GET', address, { headers: { accept: 'text/event-stream' } })
  const events: StreamEvent[] = []
  const keep = hear ?? ((event: StreamEvent) => void events.push(event))
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  async function read(): Promise<void> {
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        if (name) keep({ name, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') })
      }
    }
  }
  const ended = read().catch(() => {})
  return { status, headers, events, ended, close: async () => void (await reader?.cancel().catch(() => {})) }
}
