import { isRouteErrorResponse } from '@remix-run/react'
import { type Problem, problemKey } from './service-error'

/** What can be said about an error beyond its status: which trouble there was with a service. */
export function detailOf(error: unknown): string | undefined {
  const problem: Problem | undefined = isRouteErrorResponse(error) ? error.data?.problem : undefined
  return problem?.trouble ? problemKey(problem, () => null) : undefined
}
