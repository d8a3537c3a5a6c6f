/** A new site group of a customer (spec §7). */
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
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { GroupFields, groupFieldLabel } from '~/things/group/fields'
import { filledGroup, GroupForm } from '~/things/group/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'

export const handle = { title: (_, t) => t('main:change.group.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newGroup', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const customer = await ownCustomer(page.read, at)
  return {
    customer: customer.name,
    cancelHref: href('customer', at),
    formKey: newKey(),
    crumbs: [{ name: translator(page.language)('main:change.group.create'), href: href('newGroup', at) }],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newGroup', args.params)
  const subjectOf = (name: string) => ({ kind: 'group', id: `new:${name}`, name })
  return mutate(args, {
    name: 'group.create',
    isDirect: true,
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: GroupForm,
    async plan({ form }) {
      return { rows: [editRow({ subject: subjectOf(form.name), before: null, after: filledGroup(form) })] }
    },
    async work({ form, read, write, became, changeId }) {
      const { id } = subjectOf(form.name)
      const path = { id: at.customerId }
      const told = await write(site.createSiteGroup, { path, body: form }, [id])
      const made = await madeThing(told, {
        among: () => read(site.listSiteGroups, { path }),
        isIt: isNamed(form.name),
      })
      if (!made) return href('customer', at, { changed: changeId })
      became(id, { kind: 'group', id: made.id, name: made.name ?? form.name, path: [] })
      return href('group', { ...at, groupId: made.id }, { changed: changeId })
    },
  })
}

export default function NewGroupPage() {
  const t = useT()
  const { customer, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), { id: 'group', defaultValue: {} })
  return (
    <Stack>
      <PageHeader kind={customer} name={t('main:change.group.create')} />
      <Section>
        <EditForm
          form={form}
          reply={formIn(reply)}
          formKey={formKey}
          original={null}
          submit={t('main:change.group.create')}
          cancelHref={cancelHref}
          fieldLabel={(name) => groupFieldLabel(t, name)}
        >
          <GroupFields form={form} />
        </EditForm>
      </Section>
    </Stack>
  )
}
