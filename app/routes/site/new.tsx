/** A new site of a customer, in a group or in none (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { isNamed, madeThing } from '~/change/made'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { noGroup } from '~/paths'
import { editRow } from '~/screens/edit/edit-row'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { SiteFields, siteFieldLabel } from '~/things/site/fields'
import { filledSite, newSite, siteForm } from '~/things/site/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'

export const handle = { title: (_, t) => t('main:change.site.create'), menu: 'sites' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newSite', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const [customer, groups] = await Promise.all([
    ownCustomer(page.read, at),
    page.read(site.listSiteGroups, { path: { id: at.customerId } }),
  ])
  const t = translator(page.language)
  return {
    customer: customer.name,
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
    groupId: new URL(args.request.url).searchParams.get('groupId') ?? '',
    cancelHref: href('customerSites', at),
    formKey: newKey(),
    crumbs: [
      { name: t('main:site.list.title'), href: href('customerSites', at) },
      { name: t('main:change.site.create'), href: href('newSite', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newSite', args.params)
  const subjectOf = (name: string) => ({ kind: 'site', id: `new:${name}`, name })
  return mutate(args, {
    name: 'site.create',
    isDirect: true,
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: siteForm(await languageOf(args.request)),
    async plan({ form }) {
      const after = { ...filledSite(form), siteGroupId: form.siteGroupId ?? '' }
      return { rows: [editRow({ subject: subjectOf(form.name), before: null, after })] }
    },
    async work({ form, read, write, became, changeId }) {
      const { id } = subjectOf(form.name)
      const path = { id: at.customerId }
      const told = await write(site.createSite, { path, body: newSite(form) }, [id])
      const made = await madeThing(told, {
        among: () => read(site.listSites, { path, query: { search: form.name } }),
        isIt: isNamed(form.name),
      })
      if (!made) return href('customerSites', at, { changed: changeId })
      became(id, { kind: 'site', id: made.id, name: made.name ?? form.name, path: made.path })
      return href(
        'site',
        { ...at, groupId: made.siteGroupId ?? form.siteGroupId ?? noGroup, siteId: made.id },
        { changed: changeId },
      )
    },
  })
}

export default function NewSitePage() {
  const t = useT()
  const { unit } = usePageContext()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), {
    id: 'site',
    defaultValue: { usage: 'Unassigned', units: unit, siteGroupId: data.groupId },
  })
  const fieldLabel = (name: string) => siteFieldLabel(t, name)
  return (
    <Stack>
      <PageHeader kind={data.customer} name={t('main:change.site.create')} />
      <Section>
        <EditForm
          form={form}
          reply={formIn(reply)}
          formKey={data.formKey}
          original={null}
          submit={t('main:change.site.create')}
          cancelHref={data.cancelHref}
          fieldLabel={fieldLabel}
        >
          <SiteFields form={form} groups={data.groups} />
        </EditForm>
      </Section>
    </Stack>
  )
}
