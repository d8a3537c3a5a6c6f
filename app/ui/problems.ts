/** The problems of a form: message keys or sentences by field name. The empty name is the form as a whole. */
export type FormProblems = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the problems as pairs of field and key, in the order of the form. */
export function problemList(problems: FormProblems): { field: string; key: string }[] {
  return Object.entries(problems).flatMap(([field, keys]) =>
    (keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys).map((key) => ({ field, key })),
  )
}

/** Whether the reply of an action is a form with problems, which the page's title reports. */
export function hasProblems(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return Boolean((answer as { problem?: unknown }).problem)
}
