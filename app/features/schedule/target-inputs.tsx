/** The objects that a schedule commands: one row each and an empty one. */
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
  return (
    <div id={fieldId(targetsPart)} tabIndex={-1} className="flex flex-col gap-3">
      <p className="text-sm text-soft">{t('main:scheduleEdit.targetsHint')}</p>
      {error && <FieldError name={targetsPart} error={error} />}
      {[...targets, [types[0] ?? '', '', ''] as const].map(([type, instance, device], row) => {
        const name = (field: string) => `${targetsPart}.${row}.${field}`
        const rowLabel = <span className="sr-only">{t('main:scheduleEdit.targetOf', { number: row + 1 })}: </span>
        const typeOptions = types.includes(type) ? types : [...types, type]
        const isEmpty = row === targets.length
        return (
          <div key={name('type')} className="flex flex-wrap items-end gap-3">
            <Select
              name={name('type')}
              label={
                <>
                  {rowLabel}
                  {t('main:schedule.object')}
                </>
              }
              defaultValue={type}
              options={typeOptions.map((value) => ({ value, label: value }))}
              error={errorOf(name('type'))}
            />
            <TextInput
              name={name('instance')}
              label={
                <>
                  {rowLabel}
                  {t('main:scheduleEdit.input.instance')}
                </>
              }
              defaultValue={instance}
              error={errorOf(name('instance'))}
              inputMode="numeric"
              className="!w-28"
              maxLength={7}
              autoFocus={at === targetsPart && isEmpty ? true : undefined}
            />
            <TextInput
              name={name('device')}
              label={
                <>
                  {rowLabel}
                  {t('main:scheduleEdit.input.device')}
                </>
              }
              defaultValue={device}
              error={errorOf(name('device'))}
              inputMode="numeric"
              className="!w-28"
              maxLength={7}
              isOptional
            />
            {!isEmpty && (
              <Button small look="quiet" name={actionField} value={`removeTarget:${targetsPart}:${row}`}>
                {t('main:scheduleEdit.remove')}
                <span className="sr-only"> {t('main:scheduleEdit.targetOf', { number: row + 1 })}</span>
              </Button>
            )}
          </div>
        )
      })}
      <div>
        <Button small name={actionField} value={`addInterval:${targetsPart}`}>
          {t('main:scheduleEdit.addTarget')}
        </Button>
      </div>
    </div>
  )
}
