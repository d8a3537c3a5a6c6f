/** The objects that a schedule commands: one row each, and an empty one where one is added. */
import { commandableTypes } from '#contracts/schedule-checks'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { FieldError, Select, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import type { EditorProps } from './editor-props'
import { actionField } from './normalize'
import { parseTargets, targetsPart } from './parts'

export function TargetInputs({ schedule, parts, errorOf, at }: EditorProps) {
  const t = useT()
  const targets = parseTargets(parts[targetsPart] ?? '') ?? []
  // For an unknown value type, the present targets are the only choices.
  const types = commandableTypes[schedule.valueType] ?? []
  const error = errorOf(targetsPart)
  const rows = at === targetsPart || targets.length === 0 ? [...targets, [types[0] ?? '', '', ''] as const] : targets
  return (
    <div id={fieldId(targetsPart)} tabIndex={-1} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold">{t('main:schedule.targets')}</h3>
        <p className="text-sm text-soft">{t('main:scheduleEdit.targetsHint')}</p>
      </div>
      {error && <FieldError name={targetsPart} error={error} />}
      {rows.map(([type, instance, device], row) => {
        const name = (field: string) => `${targetsPart}.${row}.${field}`
        const label = (text: string) => (
          <>
            <span className="sr-only">{t('main:scheduleEdit.targetOf', { number: row + 1 })}: </span>
            {text}
          </>
        )
        const number = { inputMode: 'numeric', className: '!w-28', maxLength: 7 } as const
        const typeOptions = types.includes(type) ? types : [...types, type]
        return (
          <div key={name('type')} className="flex flex-wrap items-end gap-3">
            <Select
              name={name('type')}
              label={label(t('main:schedule.object'))}
              defaultValue={type}
              options={typeOptions.map((value) => ({ value, label: value }))}
              error={errorOf(name('type'))}
            />
            <TextInput
              {...number}
              name={name('instance')}
              label={label(t('main:scheduleEdit.input.instance'))}
              defaultValue={instance}
              error={errorOf(name('instance'))}
              autoFocus={at === targetsPart && row === targets.length ? true : undefined}
            />
            <TextInput
              {...number}
              name={name('device')}
              label={label(t('main:scheduleEdit.input.device'))}
              defaultValue={device}
              error={errorOf(name('device'))}
              isOptional
            />
            {row < targets.length && (
              <Button small look="quiet" name={actionField} value={`removeTarget:${targetsPart}:${row}`}>
                {t('main:scheduleEdit.remove')}
                <span className="sr-only"> {t('main:scheduleEdit.targetOf', { number: row + 1 })}</span>
              </Button>
            )}
            {row === rows.length - 1 && (
              <Button small name={actionField} value={`addInterval:${targetsPart}`}>
                {t('main:scheduleEdit.addTarget')}
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}
