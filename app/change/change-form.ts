/** The form of a change through Conform: what is filled in and what is wrong with it, as the ui's fields take it. */
import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import type { Problems } from '~/ui/problems'
import { type FormReply, metaFields } from './plan'

/** What a form is filled in with at first: by name, nested as the dots in the names of its inputs say. */
export interface FilledIn {
  [name: string]: string | boolean | string[] | FilledIn | undefined
}

/**
 * The form as it came back in `reply`, else filled in with `defaultValue`. Names are written as the inputs post them
 * (`primary.gateway`, `wish[3]`). The schema stays on the server, which alone judges what is sent.
 */
export function useChangeForm(
  reply: FormReply | undefined,
  { id, defaultValue }: { id: string; defaultValue: FilledIn },
) {
  const [form, fields] = useForm<FilledIn>({ id, defaultValue, lastResult: reply?.submission })
  const field = (name: string) => fields[name] as (typeof fields)[string]
  const errorOf = (name: string): string | undefined => field(name).errors?.[0]
  const valuesOf = (name: string): string[] =>
    [field(name).initialValue].flat().filter((one) => typeof one === 'string')
  return {
    /** What the form element is given: the reason typed on the plan too. The error summary describes its problems. */
    form: { ...getFormProps(form, { ariaAttributes: false }), hidden: { [metaFields.reason]: reply?.reason } },
    /** For the error summary, in the order in which the form was sent. */
    problems: inOrder(form.allErrors, reply?.submission.fields ?? []),
    /** What a text input, a select or a group of radios is given. */
    input: (name: string) => ({
      name,
      defaultValue: getInputProps(field(name), { type: 'text' }).defaultValue,
      error: errorOf(name),
    }),
    /** What a box is given. */
    box: (name: string) => {
      const { value, defaultChecked } = getInputProps(field(name), { type: 'checkbox' })
      return { name, value, defaultChecked: defaultChecked === true, error: errorOf(name) }
    },
    /** Everything filled in under a name, be it repeated or a numbered list; empty inputs say nothing. */
    valuesOf,
    errorOf,
  }
}

export type ChangeForm = ReturnType<typeof useChangeForm>

function inOrder(problems: Problems, names: readonly string[]): Problems {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(problems).sort(([a], [b]) => place(a) - place(b)))
}
