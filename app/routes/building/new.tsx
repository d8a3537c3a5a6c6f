/** A new building of a site (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Building, site as contract, type Site } from '#contracts/site'
import { isNamed, madeThing } from '~/change/made'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/screens/edit/creation.server'
import { EditSection } from '~/screens/edit/edit-section'
import { buildingFields } from '~/things/building/fields'
import { type BuildingForm, buildingForm, filledBuilding, sentBuilding } from '~/things/building/form'
import { BuildingInputs } from '~/things/building/inputs'
import { siteThing } from '~/things/site/thing.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'

export const handle = { title: (_, t) => t('main:change.building.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

const creation: Creation<'site', Site, BuildingForm, Building> = {
  change: 'building.create',
  inside: siteThing,
  form: buildingForm,
  filled: (form, { units }) => filledBuilding({ ...sentBuilding(form, units), units }),
  async make({ form, read, write }, { at, inside, only }) {
    const path = { id: at.siteId }
    const told = await write(contract.createBuilding, { path, body: sentBuilding(form, inside.units) }, only)
    return madeThing(told, { among: () => read(contract.listBuildings, { path }), isIt: isNamed(form.name) })
  },
  seenOn: (made, at, search) =>
    made ? href('building', { ...at, buildingId: made.id }, search) : href('site', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  return (await creationData(args, creation)).data
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewBuildingPage() {
  const t = useT()
  const { unit } = usePageContext()
  const { name, ...page } = useLoaderData<typeof loader>()
  const words = { fields: buildingFields, submit: t('main:change.building.create') }
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.building.create')} />
      <EditSection id="building" filled={{ usage: 'Unassigned', units: unit }} {...words} {...page}>
        {(form) => <BuildingInputs form={form} />}
      </EditSection>
    </Stack>
  )
}
