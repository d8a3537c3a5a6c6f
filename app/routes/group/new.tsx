/** A new site group of a customer (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { SiteGroup } from '#contracts/site'
import { site } from '#contracts/site'
import type { Customer } from '#contracts/tenant'
import { findCreated, isNamed } from '~/change/created'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/screens/edit/creation.server'
import { EditSection } from '~/screens/edit/edit-section'
import { toInputValues } from '~/screens/edit/fields'
import { Inputs } from '~/screens/edit/inputs'
import { customerThing } from '~/things/customer/thing.server'
import { groupFields } from '~/things/group/fields'
import { GroupForm } from '~/things/group/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'

export const handle = { title: (_, t) => t('main:change.group.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

const creation: Creation<'customer', Customer, GroupForm, SiteGroup> = {
  change: 'group.create',
  parent: customerThing,
  form: () => GroupForm,
  toForm: (form) => toInputValues(groupFields, form),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.customerId }
    const reply = await write(site.createSiteGroup, { path, body: form }, only)
    return findCreated(reply, { among: () => read(site.listSiteGroups, { path }), matches: isNamed(form.name) })
  },
  resultHref: (created, at, search) =>
    created ? href('group', { ...at, groupId: created.id }, search) : href('customer', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  return (await creationData(args, creation)).data
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewGroupPage() {
  const t = useT()
  const { name, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={name} name={t('main:change.group.create')} />
      <EditSection id="group" fields={groupFields} submit={t('main:change.group.create')} {...page}>
        {(form) => <Inputs fields={groupFields} form={form} />}
      </EditSection>
    </Stack>
  )
}
