/**
 * Inputs of a day, or of a day and minute, in the notation of the console: a date input of the browser has that of the
 * browser, whatever the language of the page. With scripts a button opens the browser's calendar.
 */
import type { InputHTMLAttributes } from 'react'
import { useT } from '~/i18n/use-t'
import { typedMomentPattern } from './chart/moment'
import { Field, type FieldProps, inputAttributes, useProblem } from './field'
import { Icon } from './icons'

interface TimeInput extends FieldProps {
  defaultValue?: InputHTMLAttributes<HTMLInputElement>['defaultValue']
}

export function DayInput({ defaultValue, ...field }: TimeInput) {
  const error = useProblem(field)
  return (
    <Field {...field} error={error}>
      <TypedTime {...inputAttributes({ ...field, error })} defaultValue={defaultValue} />
    </Field>
  )
}

export function MomentInput({ defaultValue, ...field }: TimeInput) {
  const error = useProblem(field)
  return (
    <Field {...field} error={error}>
      <TypedTime {...inputAttributes({ ...field, error })} hasMinutes defaultValue={defaultValue} />
    </Field>
  )
}

/** The input and the button of its calendar, without a label. */
export function TypedTime({
  hasMinutes = false,
  defaultValue,
  ...rest
}: { hasMinutes?: boolean } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'form' | 'defaultValue' | 'aria-describedby' | 'aria-invalid'
>) {
  const t = useT()
  const notation = t(hasMinutes ? 'form.momentNotation' : 'form.dayNotation')
  return (
    <span className="typed-time">
      <input
        {...rest}
        type="text"
        defaultValue={typeof defaultValue === 'string' ? defaultValue.replace('T', ' ') : defaultValue}
        placeholder={notation}
        title={notation}
        pattern={hasMinutes ? typedMomentPattern : String.raw`\s*\d{4}-\d\d-\d\d\s*`}
        autoComplete="off"
        spellCheck={false}
        className={hasMinutes ? 'control moment' : 'control'}
      />
      <button
        type="button"
        hidden
        data-calendar
        aria-label={t('form.pickDay')}
        title={t('form.pickDay')}
        className="copy"
      >
        <Icon name="calendar" />
      </button>
    </span>
  )
}
