/** The notes of earlier shifts, newest first, and the form for a new one. */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { type FormReply, metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea } from '~/ui/field'
import { Form, PostForm } from '~/ui/form'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import type { shiftData } from './shift-page.server'

type Data = Awaited<ReturnType<typeof shiftData>>

export function ShiftNotes({ notes, note, timeZone }: Pick<Data, 'notes' | 'note'> & { timeZone: string | undefined }) {
  const t = useT()
  const reply = formIn(useReply())
  // A note for a customer archived meanwhile keeps its text with the refusal.
  const formKey = reply?.key ?? note?.key
  return (
    <Section title={t('main:shift.notes.title')}>
      <Stack>
        {notes === null && <Unavailable />}
        {notes?.length === 0 && <p className="text-soft">{t('main:shift.notes.none')}</p>}
        {notes && notes.length > 0 && (
          <ol className="flex flex-col gap-3">
            {notes.map(({ id, text, author, at, site, removal }) => (
              <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                <div className="min-w-0">
                  <p className="whitespace-pre-line break-words">{text}</p>
                  <p className="text-sm text-soft">
                    <bdi>{author}</bdi> · <Time at={at} timeZone={timeZone} />
                    {site && (
                      <>
                        {' · '}
                        <bdi>{site}</bdi>
                      </>
                    )}
                  </p>
                </div>
                {removal && (
                  <PostForm
                    action={removal.href}
                    className="no-print"
                    hidden={{ [metaFields.key]: removal.key, [metaFields.stage]: 'apply' }}
                  >
                    <Button small aria-label={t('main:shift.notes.doneWith', { text: text.slice(0, 60) })}>
                      {t('main:shift.notes.done')}
                    </Button>
                  </PostForm>
                )}
              </li>
            ))}
          </ol>
        )}
        {formKey && <NewNote formKey={formKey} reply={reply} />}
      </Stack>
    </Section>
  )
}

/** A form with its own key, so a second click adds nothing twice. */
function NewNote({ formKey, reply }: { formKey: string; reply: FormReply | undefined }) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'note', defaultValue: {} })
  return (
    <div className="no-print flex flex-col gap-2">
      <ErrorSummary problems={form.problems} fieldLabel={() => t('main:shift.notes.text')} />
      <FormNotices reply={reply} />
      <Form
        {...form.form}
        className="flex flex-col gap-2"
        hidden={{ ...form.form.hidden, [metaFields.stage]: 'apply', [metaFields.key]: formKey }}
      >
        <TextArea
          {...form.input('text')}
          label={t('main:shift.notes.text')}
          hint={t('main:shift.notes.hint')}
          rows={2}
          maxLength={1000}
        />
        <div>
          <Button>{t('main:change.shift.note')}</Button>
        </div>
      </Form>
    </div>
  )
}
