/** Executes injected faults of a service (domain §12.3). */
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { ServiceFault } from './faults'
import { type Reply, sendReply } from './reply'

interface FaultContext {
  reply: FastifyReply
  /** Aborted when the services shut down: delays end then. */
  shutdown: AbortSignal
  /** The reply, when the work is already done. */
  completed?: Reply
}

/** Executes a fault; returns whether the call ends with it. */
export async function applyFault(fault: ServiceFault, { reply, shutdown, completed }: FaultContext): Promise<boolean> {
  const { status = 503, errorCode, delayMs = 1_000 } = fault
  const json = { 'content-type': 'application/json; charset=utf-8' }
  switch (fault.kind) {
    case 'delay':
      await setTimeout(delayMs, undefined, { signal: shutdown }).catch(() => reply.hijack())
      return shutdown.aborted
    case 'status':
      sendReply(reply, {
        status,
        headers: json,
        body: JSON.stringify({ ...(errorCode === undefined ? {} : { errorCode }), traceId: reply.request.id }),
      })
      return true
    case 'garbage':
      sendReply(reply, { status: fault.status ?? 200, headers: json, body: '<!doctype html>{"id": [oops' })
      return true
    case 'answer':
      sendReply(reply, {
        status: fault.status ?? 200,
        headers: fault.body === undefined ? {} : { 'content-type': fault.mediaType ?? json['content-type'] },
        body: fault.body ?? null,
      })
      return true
    case 'redirect':
      sendReply(reply, {
        status: fault.status ?? 302,
        headers: { location: 'http://127.0.0.1:9/elsewhere' },
        body: null,
      })
      return true
    case 'drop':
      reply.hijack()
      reply.raw.socket?.destroy()
      return true
    case 'truncate':
      if (!completed) return false
      reply.hijack()
      sendTruncated(reply, completed)
      return true
  }
}

/** Announces the whole body and sends half of it. */
function sendTruncated(reply: FastifyReply, { status, headers, body }: Reply): void {
  const bytes = Buffer.from(body ?? '{}')
  reply.raw.writeHead(status, { ...headers, 'content-length': bytes.length })
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.socket?.destroy())
}
