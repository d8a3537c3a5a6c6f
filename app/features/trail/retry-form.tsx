/** The actions after an incomplete change. */
import { metaFields } from '~/change/plan'
import { groupByName } from '~/change/posted'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { ButtonLink } from '~/ui/link'
import type { FormLink as Again, retryForm } from './retry-form.server'

type RetryFormData = NonNullable<ReturnType<typeof retryForm>>

/** Plans the same form again for the unfinished subjects; nothing is sent before that plan is applied. */
export function RetryRest({ rest }: { rest: RetryFormData }) {
  const t = useT()
  const hidden = {
    ...groupByName(rest.fields),
    [metaFields.stage]: 'plan',
    [metaFields.reason]: rest.reason || null,
    [metaFields.only]: rest.only.join(','),
    [metaFields.key]: rest.key,
  }
  return (
    <Form
      action={rest.address}
      encType={rest.takesFiles ? 'multipart/form-data' : undefined}
      hidden={hidden}
      className="flex flex-wrap items-center gap-3"
    >
      <Button look="primary">{t('main:change.page.retryRest', { count: rest.only.length })}</Button>
      <span className="text-soft">{t('main:change.page.retryHint')}</span>
    </Form>
  )
}

/** Links to the form with the typed values; where a secret is needed again, for the rest only. */
export function ReopenForm({ form: { href, count } }: { form: Again }) {
  const t = useT()
  return (
    <p className="flex flex-wrap items-center gap-3">
      <ButtonLink href={href} look={count === null ? 'secondary' : 'primary'}>
        {count === null ? t('main:change.page.form') : t('main:change.page.formForRest', { count })}
      </ButtonLink>
      <span className="text-soft">{t(`main:change.page.${count === null ? 'formHint' : 'formForRestHint'}`)}</span>
    </p>
  )
}
