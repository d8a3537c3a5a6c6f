import { isRouteErrorResponse } from '@remix-run/react'
import { type Problem, problemKey } from './service-error'

/**
 * Returns the message key for the trouble of a service in a route error, beyond its status; undefined where there is
 * none.
 */
export function detailOf(error: unknown): string | undefined {
  const problem: Problem | undefined = isRouteErrorResponse(error) ? error.data?.problem : undefined
  return problem?.trouble ? problemKey(problem, () => null) : undefined
}
