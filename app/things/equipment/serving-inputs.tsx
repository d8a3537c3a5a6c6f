/**
 * Checkboxes for the spaces that equipment serves: those offered, those served now, and those ticked in the submitted
 * form.
 */
import type { ChangeForm } from '~/change/change-form'
import type { FormReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import type { FilledIn } from '~/screens/edit/fields'
import { Checkbox, Fieldset } from '~/ui/choice-field'
import type { Option } from '~/ui/field'
import { servesField, servingMark, spaceServedBy } from './serving'

interface Props {
  form: ChangeForm
  /** Values at the time the form was opened. */
  held: FilledIn
  /** The reply to the submitted form. */
  reply: FormReply | undefined
  offered: readonly Option[]
}

export function ServingInputs({ form, held, reply, offered }: Props) {
  const t = useT()
  const posted = reply?.submission.fields ?? []
  const isTold = posted.includes(servingMark)
  const toldOf = (name: string) => (isTold ? form.valuesOf(name)[0] : held[name])
  const named = [...Object.keys(held), ...posted].flatMap((name) => {
    const value = spaceServedBy(name)
    return value === null ? [] : [{ value, label: held[name] || form.valuesOf(name)[0] || value }]
  })
  const spaces = new Map([...named, ...offered].map(({ value, label }) => [value, label]))
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
            defaultChecked={Boolean(toldOf(servesField(id)))}
          />
        ))}
      </div>
    </Fieldset>
  )
}
