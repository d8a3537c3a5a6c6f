/** The log of one kind of configuration of a controller, as JSON or as plain text (domain §5.4). */
import type { LogLine } from '../contracts/device-configuration'
import { replyWith } from '../kit/call'
import type { PermissionTarget } from '../kit/caller'
import { languageFrom } from '../kit/messages'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { logText } from './log-texts'
import { type LogName, readLog } from './sends'

interface LogCall {
  params: { id: string }
  headers: { accept?: string; 'accept-language'?: string }
  world: World
  require(target: PermissionTarget | undefined): void
}

/** Returns at most 1,000 lines, newest last; text for `Accept: text/plain`. */
export function logReply({ params, headers, world, require }: LogCall, name: LogName) {
  require(scopeOfDevice(world.store, params.id))
  const language = languageFrom(headers['accept-language'])
  const lines = readLog(world.store, params.id, name).map((line) => ({
    ...line,
    message: logText(line.message, language),
  }))
  const wantsText = /text\/plain/.test(headers.accept ?? '') && !/json/.test(headers.accept ?? '')
  return wantsText ? replyWith(lines, { text: lines.map(formatLine).join('') }) : lines
}

const formatLine = ({ timestamp, level, step, code, message }: LogLine) =>
  `${timestamp} ${level.toUpperCase()} ${step ?? '-'} ${code ?? '-'} ${message}\n`
