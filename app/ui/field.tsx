import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
} from 'react'
import { fieldProblemText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { fieldId } from './field-id'
import { Icon } from './icons'

/** The props every field has. `error` is a message key of the errors namespace, or a sentence. */
export interface FieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  isRequired?: boolean | undefined
}

/** Which fields of a form are marked: the less frequent kind, so that most have no mark. */
export const FieldMarks = createContext<'each' | 'optional' | 'required'>('each')

/** Returns the mark in the label of a required or optional field. */
function useMark({ isOptional, isRequired }: Pick<FieldProps, 'isOptional' | 'isRequired'>): string | null {
  const t = useT()
  const marks = useContext(FieldMarks)
  if (isRequired && marks !== 'optional') return t('word.required')
  return isOptional && marks !== 'required' ? t('word.optional') : null
}

/** Problems of the fields inside by name, for fields without an `error`: those of filters, which are in the address. */
export const FieldProblems = createContext<Readonly<Record<string, string>>>({})

/** Returns the problem of a field: its own, otherwise the one in context. */
export function useProblem({ name, error }: Pick<FieldProps, 'name' | 'error'>): string | undefined {
  const problems = useContext(FieldProblems)
  return error ?? problems[name]
}

/** The label, hint and problem of one input, which refers to them for its description. */
export function Field({
  name,
  label,
  hint,
  error,
  isOptional,
  isRequired,
  children,
}: FieldProps & { children: ReactNode }) {
  const mark = useMark({ isOptional, isRequired })
  const id = fieldId(name)
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {mark && <span className="font-normal text-soft"> ({mark})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError name={name} error={error} />}
      {children}
    </div>
  )
}

/** The problem of a field, with the same text as in the summary. */
export function FieldError({ name, error }: { name: string; error: string }) {
  const t = useT()
  return (
    <p id={`${fieldId(name)}-error`} className="flex items-start gap-1 font-medium text-danger">
      <Icon name="stop" className="mt-0.5 size-4" />
      <span>
        <span className="sr-only">{t('form.error')} </span>
        {fieldProblemText(t, error, { field: name })}
      </span>
    </p>
  )
}

/** Returns the attributes that connect an input to its label, hint and problem. */
export function inputAttributes({ name, hint, error }: Pick<FieldProps, 'name' | 'hint' | 'error'>) {
  const id = fieldId(name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
}

type Rest<T> = Omit<T, 'name' | 'id'>

export function TextInput({
  name,
  label,
  hint,
  error: ownError,
  isOptional,
  isRequired,
  className = '',
  ...rest
}: FieldProps & Rest<InputHTMLAttributes<HTMLInputElement>>) {
  const error = useProblem({ name, error: ownError })
  return (
    <Field name={name} label={label} hint={hint} error={error} isOptional={isOptional} isRequired={isRequired}>
      <input
        type="text"
        {...rest}
        {...inputAttributes({ name, hint, error })}
        className={className ? `control ${className}` : 'control'}
      />
    </Field>
  )
}

/** A search input with its label inside; the label stays available to screen readers. */
/** `suggest` is the address that the script of the page reads suggestions from, into `Suggestions` of the same form. */
export function SearchInput({
  name = 'q',
  label,
  placeholder = label,
  suggest,
  ...rest
}: { name?: string; label: string; suggest?: string } & Pick<FieldProps, 'error'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'defaultValue' | 'maxLength'>) {
  return (
    <TextInput
      {...rest}
      type="search"
      name={name}
      label={<span className="sr-only">{label}</span>}
      placeholder={placeholder}
      className="words"
      {...(suggest && { 'data-suggest': suggest, autoComplete: 'off' })}
    />
  )
}

export function TextArea({
  name,
  label,
  hint,
  error,
  isOptional,
  isRequired,
  rows = 3,
  className = '',
  ...rest
}: FieldProps & Rest<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field name={name} label={label} hint={hint} error={error} isOptional={isOptional} isRequired={isRequired}>
      <textarea
        rows={rows}
        {...rest}
        {...inputAttributes({ name, hint, error })}
        className={className ? `control ${className}` : 'control'}
      />
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

export function Select({
  name,
  label,
  hint,
  error: ownError,
  isOptional,
  isRequired,
  options,
  className = '',
  ...rest
}: FieldProps & { options: readonly Option[] } & Rest<SelectHTMLAttributes<HTMLSelectElement>>) {
  const error = useProblem({ name, error: ownError })
  return (
    <Field name={name} label={label} hint={hint} error={error} isOptional={isOptional} isRequired={isRequired}>
      <select
        {...rest}
        {...inputAttributes({ name, hint, error })}
        className={className ? `control ${className}` : 'control'}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
