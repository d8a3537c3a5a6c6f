/** The form of a space, with its parent space (spec §3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Space } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { SpaceInputs } from './inputs'
import { spaceFields } from './shared/fields'
import { editedSpace, SpaceForm } from './shared/form'
import { parentOptions } from './shared/parents'
import { spaceThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:space.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const edit: Edit<'space', Space, SpaceForm> = {
  change: 'space.edit',
  thing: spaceThing,
  form: () => SpaceForm,
  savedFields: editedSpace,
  async send({ form, write }, { at, version }) {
    await write(contract.updateSpace, { path: { id: at.spaceId }, body: { ...editedSpace(form), eTag: version } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('spaceSettings', args.params)
  const { panel } = await readerFor(args, { capability: 'hierarchy.write' })
  const [{ now, data }, spaces] = await Promise.all([
    editData(args, edit),
    panel(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const parent = now.path?.findLast(({ id }) => id === now.parentSpaceId)
  return { ...data, parents: parentOptions(spaces.ok ? spaces.value : [], { self: now.id, parent }) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function SpaceSettingsPage() {
  const t = useT()
  const { name, parents, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.space')} name={t('main:space.edit', { name })} />
      <EditSection id="space" fields={spaceFields} {...page}>
        {(form) => <SpaceInputs form={form} parents={parents} />}
      </EditSection>
    </Stack>
  )
}
