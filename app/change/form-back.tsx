/** A form that came from a browser nobody is signed in in: handed back whole, to be sent again after signing in. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { metaFields, type Original } from './plan'
import { grouped } from './posted'

export interface FormBack {
  /** Path and query of the page the form is on. */
  address: string
  fields: [string, string][]
  reason: string
  /** What the edit was made from, so that what others changed since is still found. */
  original: Original | null
}

/** The form in an error's data, if it carries one. */
export function formBackIn(data: unknown): FormBack | null {
  const form = typeof data === 'object' && data !== null && 'form' in data ? data.form : null
  return typeof form === 'object' && form !== null && 'address' in form ? (form as FormBack) : null
}

/** Sign in beside this page, then send the form to its own page, where it stands as it was typed. */
export function FormBackPage({ form }: { form: FormBack }) {
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
          <Form
            action={form.address}
            hidden={{
              ...grouped(form.fields),
              [metaFields.reason]: form.reason,
              [metaFields.stage]: 'edit',
              [metaFields.version]: form.original?.version,
              [metaFields.was]: form.original && JSON.stringify(form.original.values),
            }}
          >
            <Button look="primary">{t('main:draft.sendAgain')}</Button>
          </Form>
        </li>
      </ol>
    </Stack>
  )
}
