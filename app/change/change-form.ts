/** The form of a change through Conform: values and errors in the shape of the ui's fields. */
import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import type { FormProblems } from '~/ui/problems'
import { type FormReply, metaFields } from './plan'

/** The initial values of a form: by name, nested at the dots in the names of its inputs. */
export interface FormValues {
  [name: string]: string | boolean | string[] | FormValues | undefined
}

/**
 * Returns the form from `reply`, else filled with `defaultValue`. Names are those that the inputs post
 * (`primary.gateway`, `wish[3]`). The schema stays on the server, which alone validates.
 */
export function useChangeForm(
  reply: FormReply | undefined,
  { id, defaultValue }: { id: string; defaultValue: FormValues },
) {
  const [form, fields] = useForm<FormValues>({ id, defaultValue, lastResult: reply?.submission })
  const field = (name: string) => fields[name] as (typeof fields)[string]
  const errorOf = (name: string): string | undefined => field(name).errors?.[0]
  const valuesOf = (name: string): string[] =>
    [field(name).initialValue].flat().filter((one) => typeof one === 'string')
  return {
    /**
     * Props of the form element, with the reason typed on the plan. The error summary describes its problems; the page's
     * script shows those of a field that is left.
     */
    form: {
      ...getFormProps(form, { ariaAttributes: false }),
      'data-check': '',
      hidden: { [metaFields.reason]: reply?.reason },
    },
    /** For the error summary, in the order of the posted fields. */
    problems: inOrder(form.allErrors, reply?.submission.fields ?? []),
    /** Props of a text input, a select or a group of radios. */
    input: (name: string) => ({
      name,
      defaultValue: getInputProps(field(name), { type: 'text' }).defaultValue,
      error: errorOf(name),
    }),
    /** Props of a checkbox. */
    box: (name: string) => {
      const { value, defaultChecked } = getInputProps(field(name), { type: 'checkbox' })
      return { name, value, defaultChecked: defaultChecked === true, error: errorOf(name) }
    },
    /** All values under a name, repeated or as a numbered list, without empty ones. */
    valuesOf,
    errorOf,
  }
}

export type ChangeForm = ReturnType<typeof useChangeForm>

function inOrder(problems: FormProblems, names: readonly string[]): FormProblems {
  const position = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(problems).sort(([a], [b]) => position(a) - position(b)))
}
