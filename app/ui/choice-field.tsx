import type { InputHTMLAttributes, ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { FieldError, type FieldProps, inputAttributes, type Option, useProblem } from './field'
import { fieldId } from './field-id'

/** One box to tick; posts `value` (default `on`) when ticked, nothing when not. */
export function Checkbox({
  name,
  label,
  hint,
  error,
  isOptional: _,
  isRequired: __,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'type'>) {
  const attributes = inputAttributes({ name, hint, error })
  return (
    <div className="flex flex-col gap-1">
      {error && <FieldError name={name} error={error} />}
      <div className="flex items-start gap-2">
        <input type="checkbox" {...rest} {...attributes} className="mt-0.5" />
        <div>
          <label htmlFor={attributes.id}>{label}</label>
          {hint && (
            <p id={`${attributes.id}-hint`} className="text-sm text-soft">
              {hint}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Of more than so many boxes those that are ticked come first, so that they are in sight. */
const manyBoxes = 20

/** Any number of a few, each with a box; posts the name once for each that is ticked. */
export function Checkboxes({
  name,
  label,
  options,
  chosen,
  any,
}: Pick<FieldProps, 'name' | 'label'> & {
  options: readonly Option[]
  chosen: readonly string[]
  /** What is meant where none is ticked. */
  any?: string | undefined
}) {
  const t = useT()
  const error = useProblem({ name })
  const id = fieldId(name)
  const isTicked = ({ value }: Option) => chosen.includes(value)
  const shown =
    options.length > manyBoxes
      ? [...options.filter(isTicked), ...options.filter((option) => !isTicked(option))]
      : options
  return (
    <fieldset id={id} tabIndex={-1} className="several">
      <legend>{label}</legend>
      {error && <FieldError name={name} error={error} />}
      <div>
        {shown.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={isTicked(option)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
            />{' '}
            {option.label}
          </label>
        ))}
        {any && <span className="text-soft">{t('form.noneTicked', { meaning: any })}</span>}
      </div>
    </fieldset>
  )
}

/** Several fields that belong together, under one legend. */
export function Fieldset({
  legend,
  hint,
  name,
  error,
  children,
}: {
  legend: ReactNode
  hint?: ReactNode
  /** Given when the group itself can be wrong; the summary links to it. */
  name?: string
  error?: string | undefined
  children: ReactNode
}) {
  const id = name && fieldId(name)
  return (
    <fieldset
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-describedby={
        [id && hint && `${id}-hint`, id && error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
      className="flex min-w-0 flex-col gap-3"
    >
      <legend className="mb-2 text-lg font-semibold">{legend}</legend>
      {hint && (
        <p id={id && `${id}-hint`} className="-mt-2 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && name && <FieldError name={name} error={error} />}
      {children}
    </fieldset>
  )
}

export interface RadioOption extends Option {
  hint?: ReactNode
  /** Fields that go with this option, always shown: they work without scripts. */
  more?: ReactNode
}

/** One of a few, all of them in sight. */
export function Radios({
  name,
  label,
  hint,
  error,
  options,
  defaultValue,
}: Omit<FieldProps, 'isOptional' | 'isRequired'> & {
  options: readonly RadioOption[]
  defaultValue?: string | undefined
}) {
  const id = fieldId(name)
  return (
    <Fieldset legend={label} hint={hint} name={`${name}-group`} error={error}>
      {options.map((option, index) => (
        <div key={option.value} className="flex items-start gap-2">
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${option.value}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            className="mt-0.5"
          />
          <div className="flex min-w-0 flex-col gap-2">
            <label htmlFor={index === 0 ? id : `${id}-${option.value}`}>
              {option.label} {option.hint && <span className="block text-sm text-soft">{option.hint}</span>}
            </label>
            {option.more}
          </div>
        </div>
      ))}
    </Fieldset>
  )
}

/**
 * A setting that may be left alone (spec §5): the field, and a "no change" box beside it, posted as `keepName`.
 * While the box is ticked the field is left out; typing unticks it where scripts run.
 */
export function KeepOr({
  keepName,
  fieldLabel,
  isKept,
  children,
}: {
  keepName: string
  fieldLabel: string
  isKept: boolean
  children: ReactNode
}) {
  const t = useT()
  const id = fieldId(keepName)
  return (
    <div className="keep grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,28rem)_auto] sm:items-end">
      <div data-kept="">{children}</div>
      <div className="flex items-center gap-2 sm:min-h-9">
        <input type="checkbox" id={id} name={keepName} data-keep="" defaultChecked={isKept} />
        <label htmlFor={id}>
          {t('form.keep')}
          <span className="sr-only">: {t('form.keepField', { field: fieldLabel })}</span>
        </label>
      </div>
    </div>
  )
}
