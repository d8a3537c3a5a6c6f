/** The inputs for name, effective period, default value and priority of a schedule. */
import { isStrong } from '~/domain/schedule-priority'
import { useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { TextInput } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { DayInput } from '~/ui/time-input'
import type { EditorProps } from './editor-props'
import { ValueInput } from './value-input'

export function SettingInputs({ schedule, parts, errorOf }: EditorProps) {
  const t = useT()
  const input = (name: string) => ({ name, defaultValue: parts[name] ?? '', error: errorOf(name) })
  const priority = Number(parts.priorityForWriting)
  return (
    <div className="flex max-w-6xl flex-col gap-3">
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <TextInput {...input('name')} label={t('field.name')} maxLength={64} autoComplete="off" />
        <TextInput {...input('description')} label={t('field.description')} maxLength={256} isOptional />
        <div className="flex flex-wrap gap-4">
          <DayInput {...input('start')} label={t('main:scheduleEdit.setting.start')} isOptional />
          <DayInput {...input('end')} label={t('main:scheduleEdit.setting.end')} isOptional />
        </div>
        <div className="flex flex-wrap gap-4">
          <ValueInput {...input('scheduleDefault')} label={t('main:schedule.default')} schedule={schedule} />
          <TextInput
            {...input('priorityForWriting')}
            label={
              <>
                {t('main:schedule.priority')}{' '}
                <span className="font-normal text-soft">({t('main:scheduleEdit.priorityHint')})</span>
              </>
            }
            inputMode="numeric"
            className="!w-20"
            maxLength={2}
          />
        </div>
      </div>
      {isStrong(priority) && priority > 0 && (
        <Notice tone="warn" quiet>
          {t('main:scheduleEdit.note.strong')}
        </Notice>
      )}
      <Checkbox
        name="outOfService"
        label={t('main:schedule.outOfService')}
        defaultChecked={Boolean(parts.outOfService)}
        error={errorOf('outOfService')}
      />
    </div>
  )
}
