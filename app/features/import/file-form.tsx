/** The form that uploads a file or pastes its rows. */
import { useChangeForm } from '~/change/change-form'
import { FileInput } from '~/change/file-input'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
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
  // The text of a submitted file is returned as rows, to be corrected here or in the file.
  const rows = { ...form.input('rows'), defaultValue: form.valuesOf('csv')[0] ?? form.input('rows').defaultValue }
  return (
    <>
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Section title={title}>
        <Form {...form.form} encType="multipart/form-data">
          <Disclosure title={t('main:import.file.paste')} isOpen={Boolean(rows.defaultValue || rows.error)}>
            <TextArea
              label={t('main:import.file.pasted')}
              hint={t('main:import.file.pasteHint')}
              rows={12}
              spellCheck={false}
              isOptional
              className="max-w-none font-mono text-sm"
              {...rows}
            />
          </Disclosure>
          <Checkbox label={t('main:import.partial')} {...form.box('partial')} />
          <FileInput
            label={t('main:import.file.label')}
            hint={t('main:import.file.hint')}
            accept=".csv,.txt,text/csv"
            name="csv"
            error={form.errorOf('csv')}
          />
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </>
  )
}
