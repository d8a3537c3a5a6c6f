/** The log of one kind of configuration of a controller, as JSON or as plain text (domain §5.4). */
import type { LogLine } from '../contracts/device-configuration'
import { answer } from '../kit/call'
import type { Target } from '../kit/caller'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { type LogName, readLog } from './sends'

interface Asked {
  params: { id: string }
  headers: { accept?: string }
  world: World
  require(target: Target | undefined): void
}

/** Returns at most 1,000 lines, newest last; text for `Accept: text/plain`. */
export function logAnswer({ params, headers, world, require }: Asked, name: LogName) {
  require(scopeOfDevice(world.store, params.id))
  const lines = readLog(world.store, params.id, name)
  const wantsText = /text\/plain/.test(headers.accept ?? '') && !/json/.test(headers.accept ?? '')
  return wantsText ? answer(lines, { text: lines.map(written).join('') }) : lines
}

const written = ({ timestamp, level, step, code, message }: LogLine) =>
  `${timestamp} ${level.toUpperCase()} ${step ?? '-'} ${code ?? '-'} ${message}\n`
