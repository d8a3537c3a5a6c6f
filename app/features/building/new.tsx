/** A new building of a site (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Building, site as contract, type Site } from '#contracts/site'
import { findCreated, isNamed } from '~/change/created'
import { siteThing } from '~/features/site/shared/thing.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { BuildingInputs } from './inputs'
import { buildingFields } from './shared/fields'
import { type BuildingForm, buildingBody, buildingForm, buildingToForm } from './shared/form'

export const handle = { title: (_, t) => t('main:change.building.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

const creation: Creation<'site', Site, BuildingForm, Building> = {
  change: 'building.create',
  parent: siteThing,
  form: buildingForm,
  toForm: (form, { units }) => buildingToForm({ ...buildingBody(form, units), units }),
  async create({ form, read, write }, { at, parent, only }) {
    const path = { id: at.siteId }
    const reply = await write(contract.createBuilding, { path, body: buildingBody(form, parent.units) }, only)
    return findCreated(reply, { among: () => read(contract.listBuildings, { path }), matches: isNamed(form.name) })
  },
  resultHref: (created, at, search) =>
    created ? href('building', { ...at, buildingId: created.id }, search) : href('site', at, search),
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
      <EditSection id="building" initial={{ usage: 'Unassigned', units: unit }} {...words} {...page}>
        {(form) => <BuildingInputs form={form} />}
      </EditSection>
    </Stack>
  )
}
