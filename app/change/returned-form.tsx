/** A form from a browser without a signed-in person: returned whole, to be sent again after sign-in. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { type ReturnedForm, resumingEncoding, resumingFields } from './returned'

/** Returns the form in the data of an error; null without one. */
export function returnedFormIn(data: unknown): ReturnedForm | null {
  const form = typeof data === 'object' && data !== null && 'form' in data ? data.form : null
  return typeof form === 'object' && form !== null && 'address' in form ? (form as ReturnedForm) : null
}

/** Offers sign-in in another tab, then sends the form to its own page, which shows it as it was typed. */
export function ReturnedFormPage({ form }: { form: ReturnedForm }) {
  const t = useT()
  return (
    <Stack>
      <Notice tone="warn" title={t('main:draft.signedOut')}>
        {t('main:draft.handedBack')}
      </Notice>
      <ol className="flex list-decimal flex-col gap-4 ps-5">
        <li>
          <ButtonLink href={href('login', {})} target="_blank" rel="noopener">
            {t('main:draft.signIn')}
          </ButtonLink>
        </li>
        <li>
          <Form action={form.address} hidden={resumingFields(form)} encType={resumingEncoding(form)}>
            <Button look="primary">{t('main:draft.sendAgain')}</Button>
          </Form>
        </li>
      </ol>
    </Stack>
  )
}
