/** The settings of a site group as a form (spec §3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { editedGroup, GroupForm } from './form'
import { groupFields } from './shared/fields'
import { type GroupEntity, groupThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:group.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const edit: Edit<'group', GroupEntity, GroupForm> = {
  change: 'group.edit',
  thing: groupThing,
  form: () => GroupForm,
  savedFields: editedGroup,
  async send({ form, write }, { at, version }) {
    await write(contract.updateSiteGroup, { path: { id: at.groupId }, body: { ...editedGroup(form), eTag: version } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  return (await editData(args, edit)).data
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function GroupSettingsPage() {
  const t = useT()
  const { name, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.group')} name={t('main:group.edit', { name })} />
      <EditSection id="group" fields={groupFields} {...page}>
        {(form) => <Inputs fields={groupFields} form={form} />}
      </EditSection>
    </Stack>
  )
}
