/** The line of a site agent to the services: one WebSocket, opened again whenever it ends. */
import { WebSocket } from 'ws'
import { closeCodes, goneMs, type ToAgent } from '../link/agent-messages'
import { maxMessageOctets, parseMessage } from '../link/messages'
import type { RunningAgent } from './site-agent'

/** Shortest and longest pause before the next attempt. */
const minPauseMs = 1_000
const maxPauseMs = 60_000

export interface LineOptions {
  /** Where the services accept agents. */
  address: URL
  key: string
  agent: RunningAgent
  log(text: string): void
}

export interface Line {
  stop(): void
}

/** Opens the line and keeps it open. */
export function openLine({ address, key, agent, log }: LineOptions): Line {
  let pauseMs = minPauseMs
  let stopped = false
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined

  const later = () => {
    if (stopped) return
    // Agents whose services were away do not all come back at the same moment.
    timer = setTimeout(open, pauseMs * (0.5 + Math.random() / 2))
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }

  const open = () => {
    const opened = new WebSocket(address, {
      headers: { authorization: `Bearer ${key}` },
      maxPayload: maxMessageOctets,
      perMessageDeflate: false,
      handshakeTimeout: goneMs,
    })
    socket = opened
    let gone: NodeJS.Timeout | undefined
    const heard = () => {
      clearTimeout(gone)
      gone = setTimeout(() => opened.terminate(), goneMs)
    }
    opened.on('open', () => {
      log('connected')
      heard()
      agent.begin({
        send(message) {
          if (opened.readyState === opened.OPEN) opened.send(JSON.stringify(message))
        },
      })
    })
    opened.on('ping', heard)
    opened.on('message', (data) => {
      heard()
      pauseMs = minPauseMs
      try {
        agent.receive(parseMessage<ToAgent>(String(data)))
      } catch (error) {
        log(`a message was not understood: ${error instanceof Error ? error.message : String(error)}`)
        opened.terminate()
      }
    })
    opened.on('unexpected-response', (_, response) => {
      log(`refused with ${response.statusCode}`)
      // The key was revoked or replaced while the line was down.
      if (response.statusCode === 401) agent.revoke()
      opened.terminate()
    })
    opened.on('error', (error) => log(error.message))
    opened.on('close', (code) => {
      clearTimeout(gone)
      agent.end()
      if (code === closeCodes.revoked) {
        log('the key is no longer valid')
        agent.revoke()
      } else if (code === closeCodes.taken) log('another machine uses the same key')
      later()
    })
  }

  open()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}
