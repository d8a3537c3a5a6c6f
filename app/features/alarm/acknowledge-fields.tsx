/** The inputs that acknowledge alarms: a note for all of them, an optional end, and the button. */
import { metaFields } from '~/change/plan'
import { acknowledgementSpans } from '~/domain/acknowledgement'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Select, TextArea, TextInput } from '~/ui/field'

export function AcknowledgeFields({
  isSmall = false,
  matchCount = 0,
  note,
  span,
  submit,
  noteError,
}: {
  /** Whether it is rendered on one line, beside the selected rows. */
  isSmall?: boolean
  /** Number of matching alarms, if all of them can be acknowledged at once. */
  matchCount?: number
  note?: string | undefined
  span?: string | undefined
  submit?: string
  noteError?: string | undefined
}) {
  const t = useT()
  const options = [
    { value: '', label: t('main:alarm.for.none') },
    ...acknowledgementSpans.map((value) => ({ value, label: t(`main:alarm.for.${value}`) })),
  ]
  const text = {
    name: metaFields.reason,
    label: t('main:alarm.note'),
    isOptional: true,
    error: noteError,
    defaultValue: note,
    maxLength: 500,
  }
  const until = <Select name="for" label={t('main:alarm.for.label')} options={options} defaultValue={span ?? ''} />
  if (isSmall)
    return (
      <>
        <TextInput {...text} />
        {until}
        <Button small look="primary" className={matchCount > 0 ? 'for-ticked' : undefined}>
          {t('main:alarm.acknowledge')}
        </Button>
        {matchCount > 0 && (
          <Button small look="primary" name="all" value="1" className="for-all">
            {t('main:alarm.acknowledgeAll', { count: matchCount })}
          </Button>
        )}
      </>
    )
  return (
    <>
      <TextArea {...text} rows={2} hint={t('main:alarm.noteHint')} />
      {until}
      <div>
        <Button look="primary">{submit ?? t('main:alarm.acknowledge')}</Button>
      </div>
    </>
  )
}
