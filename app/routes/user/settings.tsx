/** A person's record: names, initials, language, region and units; roles have a page of their own (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { displayName, initialsOf } from '~/domain/current-user'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { PersonFields, personLabel, personValue } from '~/things/user/fields'
import { PersonForm, personBody, personLines, personValues, wantedValues } from '~/things/user/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:user.settings.title', { name: data.name }),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('userSettings', args.params)
  const { read, age, language } = await reader(args, { capability: capabilitiesFor('user.edit') })
  const user = await read(tenant.getUser, { path: { id: at.tenantId, userId: at.userId } })
  const name = displayName(user) || user.email
  const t = translator(language)
  return {
    at,
    name,
    email: user.email,
    byRule: initialsOf({ firstName: user.firstName, lastName: user.lastName }),
    original: { version: user.eTag ?? '', values: personValues(user) },
    formKey: newKey(),
    age: age(),
    crumbs: [
      { name: t('main:user.list.title'), href: href('users', at) },
      { name, href: href('user', at) },
      { name: t('main:user.settings.crumb'), href: href('userSettings', at) },
    ],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('userSettings', args.params)
  const path = { id: at.tenantId, userId: at.userId }
  return mutate(args, {
    name: 'user.edit',
    isDirect: true,
    about: { kind: 'user', id: at.userId, name: at.userId },
    form: PersonForm,
    async plan({ form, read }) {
      const user = await read(tenant.getUser, { path })
      const before = personValues(user)
      const after = wantedValues(form)
      const fields = personLines(before, after)
      const subject = { kind: 'user' as const, id: user.id, name: displayName(user) || user.email }
      const effect = fields.length > 0 ? 'change' : 'same'
      return { rows: [{ subject, effect, fields, version: user.eTag, before, after }], current: before }
    },
    async work({ form, plan, write, changeId }) {
      await write(tenant.updateUser, { path, body: { ...personBody(form), eTag: plan.rows[0]?.version } }, [at.userId])
      return href('user', at, { changed: changeId })
    },
  })
}

export default function PersonSettings() {
  const t = useT()
  const language = useLanguage()
  const { at, name, email, original, byRule, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader kind={t('entity.user')} name={t('main:user.settings.title', { name })} />
      <EditSection
        id="person"
        original={original}
        formKey={formKey}
        cancelHref={href('user', at)}
        fieldLabel={personLabel(t)}
        valueText={personValue(t, language)}
      >
        {(form) => (
          <>
            <p>
              <span className="text-soft">{t('main:user.page.email')}</span>{' '}
              <bdi className="wrap-anywhere">{email}</bdi>
            </p>
            <PersonFields form={form} byRule={byRule} />
          </>
        )}
      </EditSection>
    </>
  )
}
