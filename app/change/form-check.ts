/** A check of a form while it is filled in: it is only parsed, to say what is wrong with a field that was left. */
export interface FormCheck {
  /** The text of the first problem of each field, by its posted name. */
  problems: Record<string, string>
  /** Whether the form was parsed: the person may lack the right, or be signed out. */
  isChecked: boolean
}

/** The header of a post that only checks its form. A page of another origin cannot send it. */
export const formCheckHeader = 'x-form-check'
