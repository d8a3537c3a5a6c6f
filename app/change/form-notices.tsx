/** Notices above the form of a change: why it was not applied, what the same form did before, and the source of its values. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { SubmittedNotice } from '~/ui/submitted-notice'
import type { FieldValues, FilledFrom, FormReply } from './plan'
import { ProblemNotice } from './plan-form'
import { fieldTexts, hasSameTexts } from './posted'

export function FormNotices({
  reply,
  current = {},
  fieldLabel = (name) => name,
  valueText = (_name, value) => value,
}: {
  reply: FormReply | undefined
  /** The current values of the thing, by field name. */
  current?: FieldValues | undefined
  /** Returns the label of a field, by its posted name. */
  fieldLabel?: (name: string) => string
  /** Returns the text of a posted value, where it is a code. */
  valueText?: (name: string, value: string) => string
}) {
  return (
    <>
      <ProblemNotice
        problem={reply?.problem ?? null}
        hasSummary={Object.keys(reply?.submission.error ?? {}).length > 0}
      />
      {reply?.earlierChange && <SubmittedNotice change={reply.earlierChange} />}
      {reply?.from && <FromNotice from={reply.from} current={current} fieldLabel={fieldLabel} valueText={valueText} />}
    </>
  )
}

/** Names the source of values that the person did not type just now. */
function FromNotice({
  from,
  current,
  fieldLabel,
  valueText,
}: {
  from: FilledFrom
  current: FieldValues
  fieldLabel: (name: string) => string
  valueText: (name: string, value: string) => string
}) {
  const t = useT()
  if (from.kind === 'draft') return <Notice tone="info" title={t('main:draft.restored')} />
  if (from.kind === 'change') return <Notice tone="info" title={t('main:draft.again')} />
  const changedFields = Object.keys(from.after).filter(
    (name) => name in current && !hasSameTexts(fieldTexts(from.after[name]), fieldTexts(current[name])),
  )
  return (
    <Notice tone="info" title={t('main:edit.putBack', { sequence: from.sequence })}>
      {changedFields.length > 0 && (
        <>
          <p>{t('main:edit.sinceChanged')}</p>
          <ul className="list-disc ps-5">
            {changedFields.map((name) => (
              <li key={name}>
                {t('main:edit.sinceNow', {
                  field: fieldLabel(name),
                  value:
                    fieldTexts(current[name])
                      .map((value) => valueText(name, value))
                      .join(', ') || t('main:edit.conflict.nothing'),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
