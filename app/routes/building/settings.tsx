/** What is kept about a building, as a form (spec §3, §5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { buildingAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { BuildingFields, buildingFieldLabel } from '~/things/building/fields'
import { buildingForm, editedBuilding, filledBuilding } from '~/things/building/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:building.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('buildingSettings', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const {
    node: building,
    path,
    site,
  } = await atRightAddress(
    { reader: page, name: 'buildingSettings', at, request: args.request },
    page.read(contract.getBuilding, { path: { id: at.buildingId } }),
  )
  const units = (site?.ok && site.value.units) || null
  return {
    name: building.name,
    size: typeof building.size === 'number' ? { size: building.size, units } : null,
    original: { version: building.eTag ?? '', values: filledBuilding(building, units) },
    formKey: newKey(),
    cancelHref: href('building', at),
    crumbs: [
      ...crumbsOf(at, path, { name: building.name, href: href('building', at) }),
      { name: translator(page.language)('action.edit'), href: href('buildingSettings', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('buildingSettings', args.params)
  return mutate(args, {
    name: 'building.edit',
    isDirect: true,
    about: { kind: 'building', id: at.buildingId, name: at.buildingId },
    form: buildingForm(await languageOf(args.request)),
    async plan({ form, read }) {
      const { site, building } = await buildingAt(read, at)
      const before = filledBuilding(building, site.units)
      const row = editRow({
        subject: { kind: 'building', id: building.id, name: building.name, path: building.path },
        before,
        after: filledBuilding(editedBuilding(form, site.units), site.units),
        version: building.eTag,
      })
      return { rows: [row], current: before }
    },
    async work({ form, plan, read, write, changeId }) {
      const { site } = await buildingAt(read, at)
      await write(contract.updateBuilding, {
        path: { id: at.buildingId },
        body: { ...editedBuilding(form, site.units), eTag: plan.rows[0]?.version },
      })
      return href('building', at, { changed: changeId })
    },
  })
}

export default function BuildingSettingsPage() {
  const t = useT()
  const { name, size, ...edit } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.building')} name={t('main:building.edit', { name })} />
      <EditSection id="building" {...edit} fieldLabel={(field) => buildingFieldLabel(t, field)}>
        {(form) => <BuildingFields form={form} size={size} />}
      </EditSection>
    </Stack>
  )
}
