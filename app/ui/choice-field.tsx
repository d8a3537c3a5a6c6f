import type { InputHTMLAttributes, ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { FieldError, type FieldProps, inputAttributes, type Option, useProblem } from './field'
import { fieldId } from './field-id'

/** A checkbox; posts `value` (`on` by default) when ticked, nothing otherwise. */
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

/** Above this number of boxes, ticked ones are listed first. */
const sortTickedAbove = 20

/** A group of checkboxes; posts the name once per ticked box. */
export function Checkboxes({
  name,
  label,
  options,
  selected,
  any,
}: Pick<FieldProps, 'name' | 'label'> & {
  options: readonly Option[]
  selected: readonly string[]
  /** What no tick means. */
  any?: string | undefined
}) {
  const t = useT()
  const error = useProblem({ name })
  const id = fieldId(name)
  const isTicked = ({ value }: Option) => selected.includes(value)
  const sorted =
    options.length > sortTickedAbove
      ? [...options.filter(isTicked), ...options.filter((option) => !isTicked(option))]
      : options
  return (
    <fieldset id={id} tabIndex={-1} className="several">
      <legend>{label}</legend>
      {error && <FieldError name={name} error={error} />}
      <div>
        {sorted.map((option) => (
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

/** A group of fields with a legend. */
export function Fieldset({
  legend,
  hint,
  name,
  error,
  children,
}: {
  legend: ReactNode
  hint?: ReactNode
  /** Set if the group itself can have a problem, which the summary links to. */
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
  /** Fields of the option, always visible: they work without scripts. */
  more?: ReactNode
}

/** Radio buttons. */
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
 * A setting that may stay unchanged (spec §5): the field with a "No change" box, posted as `keepName`. A field with a
 * ticked box is not submitted; with scripts, typing clears the box.
 */
export function KeepUnchanged({
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
