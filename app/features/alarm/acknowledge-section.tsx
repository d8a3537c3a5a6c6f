/** The form on an alarm's page that acknowledges it: note, end and submit button. */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { Section } from '~/ui/page'
import { AcknowledgeFields } from './acknowledge-fields'

/** `eTag` is the version of the alarm that the page shows and that is acknowledged. */
export function AcknowledgeSection({ eTag, formKey, isOpen }: { eTag: string; formKey: string; isOpen: boolean }) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'acknowledge', defaultValue: {} })
  // A reply stays visible with the typed text even if someone else has acknowledged the alarm meanwhile.
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
