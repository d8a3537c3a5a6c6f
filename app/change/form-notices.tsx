/** Notices above the form of a change: why it was not applied, and the source of its values. */
import { useT } from '~/i18n/use-t'
import { MadeNotice } from '~/ui/made-notice'
import { Notice } from '~/ui/notice'
import type { FilledFrom, FormReply, HeldFields } from './plan'
import { ProblemNotice } from './plan-form'
import { isSame, textsOf } from './posted'

export function FormNotices({
  reply,
  now = {},
  fieldLabel = (name) => name,
  valueText = (_name, value) => value,
}: {
  reply: FormReply | undefined
  /** The current values of the thing, by field name. */
  now?: HeldFields | undefined
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
      {reply?.made && <MadeNotice made={reply.made} />}
      {reply?.from && <FromNotice from={reply.from} now={now} fieldLabel={fieldLabel} valueText={valueText} />}
    </>
  )
}

/** Names the source of values that the person did not type just now. */
function FromNotice({
  from,
  now,
  fieldLabel,
  valueText,
}: {
  from: FilledFrom
  now: HeldFields
  fieldLabel: (name: string) => string
  valueText: (name: string, value: string) => string
}) {
  const t = useT()
  if (from.kind === 'draft') return <Notice tone="info" title={t('main:draft.restored')} />
  if (from.kind === 'change') return <Notice tone="info" title={t('main:draft.again')} />
  const since = Object.keys(from.after).filter(
    (name) => name in now && !isSame(textsOf(from.after[name]), textsOf(now[name])),
  )
  return (
    <Notice tone="info" title={t('main:edit.putBack', { sequence: from.sequence })}>
      {since.length > 0 && (
        <>
          <p>{t('main:edit.sinceChanged')}</p>
          <ul className="list-disc ps-5">
            {since.map((name) => (
              <li key={name}>
                {t('main:edit.sinceNow', {
                  field: fieldLabel(name),
                  value:
                    textsOf(now[name])
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
