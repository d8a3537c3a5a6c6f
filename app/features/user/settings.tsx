/** A person's record: names, initials, language, region and units; roles have a page of their own (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { initialsOf } from '~/domain/current-user'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Email } from '~/ui/email'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'
import { personFields } from './shared/fields'
import { PersonForm, personBody, requestedPerson } from './shared/form'
import { PersonInputs } from './shared/inputs'
import { type PersonEntity, personThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:user.settings.title', { name: data.name }),
  menu: 'users',
} satisfies PageHandle<typeof loader>

const edit: Edit<'user', PersonEntity, PersonForm> = {
  change: 'user.edit',
  thing: personThing,
  form: () => PersonForm,
  savedFields: requestedPerson,
  async send({ form, write }, { at, version }) {
    const path = { id: at.tenantId, userId: at.userId }
    await write(tenant.updateUser, { path, body: { ...personBody(form), eTag: version } }, [at.userId])
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await editData(args, edit, (t) => t('main:user.settings.crumb'))
  const { email, firstName, lastName } = now
  return { ...data, email, byRule: initialsOf({ firstName, lastName }) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function PersonSettings() {
  const t = useT()
  const { name, email, byRule, ...page } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader kind={t('entity.user')} name={t('main:user.settings.title', { name })} />
      <EditSection id="person" fields={personFields} {...page}>
        {(form) => (
          <>
            <p>
              <span className="text-soft">{t('main:user.page.email')}</span> <Email>{email}</Email>
            </p>
            <PersonInputs form={form} derivedInitials={byRule} />
          </>
        )}
      </EditSection>
    </>
  )
}
