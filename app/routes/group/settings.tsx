/** What is kept about a site group, as a form (spec §3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { groupAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { GroupFields, groupFieldLabel } from '~/things/group/fields'
import { filledGroup, GroupForm } from '~/things/group/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:group.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('groupSettings', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const { node: group } = await atRightAddress(
    { reader: page, name: 'groupSettings', at, request: args.request },
    page.read(contract.getSiteGroup, { path: { id: at.groupId } }),
  )
  return {
    name: group.name,
    original: { version: group.eTag ?? '', values: filledGroup(group) },
    formKey: newKey(),
    cancelHref: href('group', at),
    crumbs: [
      ...crumbsOf(at, [], { name: group.name, href: href('group', at) }),
      { name: translator(page.language)('action.edit'), href: href('groupSettings', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('groupSettings', args.params)
  return mutate(args, {
    name: 'group.edit',
    isDirect: true,
    about: { kind: 'group', id: at.groupId, name: at.groupId },
    form: GroupForm,
    async plan({ form, read }) {
      const group = await groupAt(read, at)
      const before = filledGroup(group)
      const row = editRow({
        subject: { kind: 'group', id: group.id, name: group.name, path: [] },
        before,
        after: filledGroup(form),
        version: group.eTag,
      })
      return { rows: [row], current: before }
    },
    async work({ form, plan, write, changeId }) {
      await write(contract.updateSiteGroup, {
        path: { id: at.groupId },
        body: { name: form.name, description: form.description ?? '', eTag: plan.rows[0]?.version },
      })
      return href('group', at, { changed: changeId })
    },
  })
}

export default function GroupSettingsPage() {
  const t = useT()
  const { name, ...edit } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.group')} name={t('main:group.edit', { name })} />
      <EditSection id="group" {...edit} fieldLabel={(field) => groupFieldLabel(t, field)}>
        {(form) => <GroupFields form={form} />}
      </EditSection>
    </Stack>
  )
}
