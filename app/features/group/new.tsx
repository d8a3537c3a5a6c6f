/** A new site group of a customer (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { SiteGroup } from '#contracts/site'
import { site } from '#contracts/site'
import type { Customer } from '#contracts/tenant'
import { findCreated, isNamed } from '~/change/created'
import { customerThing } from '~/features/customer/shared/thing.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import { toInputValues } from '~/kit/edit/fields'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { GroupForm } from './form'
import { groupFields } from './shared/fields'

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
