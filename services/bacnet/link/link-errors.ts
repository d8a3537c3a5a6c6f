/** Failed requests as the services know them. */
import { LinkError } from '../../link/port'
import { answerName, type Failure, isUnanswered, mayHaveRun } from '../refusals'

/** Returns the error of a link for a failed request, with the answer of the device where it gave one. */
export function linkErrorOf(failure: Failure): LinkError {
  if (isUnanswered(failure)) return new LinkError('unreachable')
  if (failure.kind === 'notPermitted') return new LinkError('unsupported')
  return new LinkError('refused', answerName(failure))
}

/** Returns the same for a write: one that was sent and not answered may have had its effect. */
export const writeErrorOf = (failure: Failure): LinkError =>
  mayHaveRun(failure) ? new LinkError('unreachable', null, true) : linkErrorOf(failure)
