/** The notes on a fault and its resolutions, newest first, with the form for a new note. */
import type { FaultNote } from '#contracts/faults'
import type { Problem } from '~/backend/service-error'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { type FormReply, metaFields } from '~/change/plan'
import { serviceProblemText } from '~/change/problem-text'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea } from '~/ui/field'
import { Form } from '~/ui/form'
import { Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'

export function FaultNotes({
  notes,
  total,
  problem,
  timeZone,
  mayNote,
  formKey,
}: {
  /** Null when they cannot be read; `problem` has the reason. */
  notes: readonly FaultNote[] | null
  /** The total that the service reports. */
  total: number
  problem: Problem | null
  timeZone: string
  mayNote: boolean
  formKey: string
}) {
  const t = useT()
  const reply = formIn(useReply())
  return (
    <Stack>
      {(mayNote || reply) && <NewNote formKey={reply?.key ?? formKey} reply={reply} />}
      {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
      {notes?.length === 0 && <p className="text-soft">{t('main:fault.notesNone')}</p>}
      {notes && notes.length > 0 && (
        <ol className="flex flex-col gap-3">
          {notes.map(({ id, text, author, createdAt, resolution }) => (
            <li key={id}>
              <p className="text-sm text-soft">
                <bdi>{author.fullName}</bdi> · <Time at={createdAt} timeZone={timeZone} />
              </p>
              {resolution && (
                <p>
                  <Badge tone="ok">{t('main:fault.resolved', { how: t(`main:fault.resolution.${resolution}`) })}</Badge>
                </p>
              )}
              {text && <p className="whitespace-pre-line">{text}</p>}
            </li>
          ))}
        </ol>
      )}
      {notes && total > notes.length && (
        <p className="text-sm text-soft">{t('table.shown', { shown: notes.length, total })}</p>
      )}
    </Stack>
  )
}

/** A form with its own key, so that a second click adds no second note. */
function NewNote({ formKey, reply }: { formKey: string; reply: FormReply | undefined }) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'note', defaultValue: {} })
  return (
    <>
      <ErrorSummary problems={form.problems} fieldLabel={() => t('main:fault.note')} />
      <FormNotices reply={reply} />
      <Form {...form.form} hidden={{ ...form.form.hidden, [metaFields.stage]: 'apply', [metaFields.key]: formKey }}>
        <TextArea
          {...form.input('text')}
          label={t('main:fault.note')}
          hint={t('main:fault.noteHint')}
          rows={3}
          maxLength={2000}
        />
        <div>
          <Button>{t('main:fault.addNote')}</Button>
        </div>
      </Form>
    </>
  )
}
