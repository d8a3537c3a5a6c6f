/** The search for the controllers that have an object, by its name or its type and instance. */
import { useChangeForm } from '~/change/change-form'
import { type FormReply, metaFields } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import { TextInput } from '~/ui/field'
import { Form } from '~/ui/form'
import { Section } from '~/ui/page'

export function ObjectSearch({
  searched,
  formKey,
  reply,
}: {
  /** The object of the search shown. */
  searched: string | null
  formKey: string
  reply: FormReply | undefined
}) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'object', defaultValue: { object: searched ?? '' } })
  const label = t('main:controllerNetwork.object.label')
  return (
    <Section>
      <Disclosure title={t('main:controllerNetwork.object.title')} isOpen={searched !== null || reply !== undefined}>
        <div className="mt-3">
          <ErrorSummary problems={form.problems} fieldLabel={() => label} />
          <Form {...form.form} hidden={{ ...form.form.hidden, [metaFields.stage]: 'apply', [metaFields.key]: formKey }}>
            <TextInput
              {...form.input('object')}
              label={label}
              hint={t('main:controllerNetwork.object.hint')}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
            <div>
              <Button>{t('main:controllerNetwork.object.search')}</Button>
            </div>
          </Form>
        </div>
      </Disclosure>
    </Section>
  )
}
