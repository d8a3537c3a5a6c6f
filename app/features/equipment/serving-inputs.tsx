/**
 * Checkboxes for the spaces that equipment serves: those offered, those served now, and those ticked in the submitted
 * form.
 */
import type { ChangeForm } from '~/change/change-form'
import type { FormReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import type { InputValues } from '~/kit/edit/fields'
import { Checkbox, Fieldset } from '~/ui/choice-field'
import type { Option } from '~/ui/field'
import { servedSpaceId, servesField, servingMark } from './serving'

interface Props {
  form: ChangeForm
  /** Values at the time the form was opened. */
  initial: InputValues
  /** The reply to the submitted form. */
  reply: FormReply | undefined
  offered: readonly Option[]
}

export function ServingInputs({ form, initial, reply, offered }: Props) {
  const t = useT()
  const posted = reply?.submission.fields ?? []
  const isPosted = posted.includes(servingMark)
  const checkedOf = (name: string) => (isPosted ? form.valuesOf(name)[0] : initial[name])
  const servedSpaces = [...Object.keys(initial), ...posted].flatMap((name) => {
    const value = servedSpaceId(name)
    return value === null ? [] : [{ value, label: initial[name] || form.valuesOf(name)[0] || value }]
  })
  const spaces = new Map([...servedSpaces, ...offered].map(({ value, label }) => [value, label]))
  return (
    <Fieldset legend={t('main:equipment.serves')} hint={t('main:equipment.servesHint')}>
      <input type="hidden" name={servingMark} value="on" />
      <div className="grid max-h-80 max-w-2xl gap-x-3 gap-y-1 overflow-y-auto sm:grid-cols-2">
        {[...spaces].map(([id, label]) => (
          <Checkbox
            key={id}
            name={servesField(id)}
            value={label}
            label={<bdi>{label}</bdi>}
            defaultChecked={Boolean(checkedOf(servesField(id)))}
          />
        ))}
      </div>
    </Fieldset>
  )
}
