/**
 * What is wrong with a filled-in form: message keys (or sentences) by field name. The empty name is about the
 * form as a whole.
 */
export type Problems = Readonly<Record<string, string | readonly string[] | undefined>>

/** The problems as pairs of field and key, in the form's order. */
export function problemList(problems: Problems): { field: string; key: string }[] {
  return Object.entries(problems).flatMap(([field, keys]) =>
    (keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys).map((key) => ({ field, key })),
  )
}

/** Whether what an action answered is a form that could not be accepted; its page's title says so. */
export function hasProblems(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return Boolean((answer as { problem?: unknown }).problem)
}
