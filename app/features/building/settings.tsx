/** The settings of a building as a form (spec §3, §5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { storedSize } from '~/features/site/shared/inputs'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { BuildingInputs } from './inputs'
import { buildingFields } from './shared/fields'
import { type BuildingForm, buildingForm, editedBuilding } from './shared/form'
import { type BuildingEntity, buildingThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:building.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const edit: Edit<'building', BuildingEntity, BuildingForm> = {
  change: 'building.edit',
  thing: buildingThing,
  form: buildingForm,
  savedFields: editedBuilding,
  async send({ form, write }, { at, now, version }) {
    const body = { ...editedBuilding(form, now), eTag: version }
    await write(contract.updateBuilding, { path: { id: at.buildingId }, body })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await editData(args, edit)
  return { ...data, size: storedSize(now.size, now.units) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function BuildingSettingsPage() {
  const t = useT()
  const { name, size, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.building')} name={t('main:building.edit', { name })} />
      <EditSection id="building" fields={buildingFields} {...page}>
        {(form) => <BuildingInputs form={form} size={size} />}
      </EditSection>
    </Stack>
  )
}
