/** The intervals of a day or an exception: one row each and an empty one; the buttons work without scripts. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { FieldError, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import type { EditorProps } from './editor-props'
import { actionField } from './normalize'
import { endsNextDay, type TypedInterval } from './parts'
import { ValueInput } from './value-input'

export function IntervalInputs({
  name,
  label,
  intervals,
  isDay,
  schedule,
  errorOf,
  at,
}: Pick<EditorProps, 'schedule' | 'errorOf' | 'at'> & {
  /** The part of the form that the intervals belong to. */
  name: string
  label: string
  intervals: readonly TypedInterval[]
  /** An interval of a day can continue after midnight; one of an exception can have no value. */
  isDay: boolean
}) {
  const t = useT()
  const rows = [...intervals, ['', '', firstValue(schedule)] as const]
  const error = errorOf(name)
  return (
    <div id={fieldId(name)} tabIndex={-1} className="flex flex-col gap-2">
      {error && <FieldError name={name} error={error} />}
      {rows.map(([start, end, value], row) => {
        const isEmpty = row === intervals.length
        const rowLabel = t('main:scheduleEdit.rowOf', { part: label, number: row + 1 })
        const input = (field: 'start' | 'end' | 'value') => ({
          name: `${name}.${row}.${field}`,
          error: errorOf(`${name}.${row}.${field}`),
          label: (
            <>
              <span className="sr-only">{rowLabel}: </span>
              {t(`main:scheduleEdit.input.${field}`)}
            </>
          ),
        })
        const time = { placeholder: '00:00', maxLength: 8, className: '!w-24', autoComplete: 'off' }
        return (
          <div key={input('start').name} className="flex flex-wrap items-end gap-3">
            <TextInput
              {...input('start')}
              {...time}
              defaultValue={start}
              autoFocus={at === name && isEmpty ? true : undefined}
            />
            <TextInput {...input('end')} {...time} defaultValue={end} />
            <ValueInput {...input('value')} schedule={schedule} defaultValue={value} canBeEmpty={!isDay} />
            {!isEmpty && (
              <Button small look="quiet" name={actionField} value={`removeInterval:${name}:${row}`}>
                {t('main:scheduleEdit.remove')}
                <span className="sr-only"> {rowLabel}</span>
              </Button>
            )}
            {isDay && endsNextDay([start, end, value]) && (
              <Button small name={actionField} value={`splitNight:${name}:${row}`}>
                {t('main:scheduleEdit.splitNight')}
                <span className="sr-only"> {rowLabel}</span>
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The value of an empty row: one that differs from having no schedule. */
function firstValue({ valueType, facets }: EditorProps['schedule']): string {
  if (valueType === 'boolean') return 'true'
  return valueType === 'enum' ? String(facets.range?.[0]?.value ?? '') : ''
}
