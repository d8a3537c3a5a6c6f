/** Acknowledging the alarm of a page: the note, until when, and the button that does it. */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { AcknowledgeFields } from '~/things/alarm/acknowledge-fields'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { Section } from '~/ui/page'

/** `eTag`: the alarm as it is shown here, which is what is acknowledged. */
export function AcknowledgeSection({ eTag, formKey, isOpen }: { eTag: string; formKey: string; isOpen: boolean }) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'acknowledge', defaultValue: {} })
  // What came back stays in sight, with what was typed, though somebody else was faster.
  if (!isOpen && !reply) return null
  return (
    <Section title={t('main:alarm.acknowledgeOne')}>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Form {...form.form} hidden={{ eTag, [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply' }}>
        <AcknowledgeFields
          note={reply?.reason}
          span={form.input('for').defaultValue}
          noteError={form.errorOf(metaFields.reason)}
          submit={t('main:alarm.acknowledgeOne')}
        />
      </Form>
    </Section>
  )
}
