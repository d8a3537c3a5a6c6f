/** Where a file is given, or its rows are pasted. */
import { useChangeForm } from '~/audit/change-form'
import { FormNotices } from '~/audit/form-notices'
import type { FormReply } from '~/audit/plan'
import { useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'

export function FileForm({
  reply,
  cancelHref,
  title,
}: {
  reply: FormReply | undefined
  cancelHref?: string
  title?: string
}) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'import', defaultValue: {} })
  return (
    <>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Section title={title}>
        <Form {...form.form}>
          <TextArea
            label={t('main:import.file.paste')}
            hint={`${t('main:import.file.pasteHint')} ${t('main:import.file.hint')}`}
            rows={8}
            spellCheck={false}
            className="max-w-none font-mono text-sm"
            {...form.input('csv')}
          />
          <Checkbox label={t('main:import.partial')} {...form.box('partial')} />
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </>
  )
}
