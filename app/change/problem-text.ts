/** The reason why a change was not applied, in one sentence (spec §8). */
import { type ErrorCode, errorCatalogue } from '#contracts/error-codes'
import { type Problem, problemKey } from '~/backend/service-error'
import { errorText, waitText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import type { ChangeProblem } from './plan'
import { tooManyText } from './too-many-text'

/** Returns the catalogue's message for the reply of a service. */
export function serviceProblemText(t: Translate, problem: Problem): string {
  const key = problemKey(problem, (code) => {
    const entry = errorCatalogue[Number(code) as ErrorCode]
    return entry ? `errors:catalogue.${entry.key}` : null
  })
  const text = errorText(t, key, { service: t(`errors:service.${problem.service}`) })
  return problem.retryAfterSeconds ? `${text}. ${waitText(t, problem.retryAfterSeconds)}` : text
}

export function changeProblemText(t: Translate, problem: ChangeProblem): string {
  if (problem.kind === 'refused' || problem.kind === 'unavailable') return serviceProblemText(t, problem.problem)
  if (problem.kind === 'tooMany') return tooManyText(t, problem.tooMany)
  if (problem.kind === 'skipped') return errorText(t, problem.because)
  if (problem.kind === 'confirm') return errorText(t, 'errors:field.confirmName')
  return t(`errors:change.${problem.kind}`)
}
