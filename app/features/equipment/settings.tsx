/** The settings of a piece of equipment as a form: space, feeder, served spaces and properties (domain §8.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { PropertyInputs } from '~/features/property/shared/inputs'
import { address, href, placeParams } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { feederOptions, spaceOptions, spacesToServe, typeOptions } from './choices.server'
import { EquipmentForm, type EquipmentWithSpaceNames, editedEquipment } from './form'
import { OptionSearch, parseOptionSearch } from './option-search'
import { ServingInputs } from './serving-inputs'
import { allEquipmentFields, existingEquipmentFields } from './shared/fields'
import { equipmentSettingsThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:equipment.edit', { name: data.name }),
  menu: 'allEquipment',
} satisfies PageHandle<typeof loader>

const edit: Edit<'equipment', EquipmentWithSpaceNames, EquipmentForm> = {
  change: 'equipment.edit',
  thing: equipmentSettingsThing,
  form: () => EquipmentForm,
  savedFields: editedEquipment,
  async send({ form, read, write, changeId }, { at, now, version }) {
    const path = { id: at.equipmentId }
    await write(contract.updateEquipment, { path, body: { ...editedEquipment(form, now), eTag: version } })
    if (form.spaceId === at.spaceId) return undefined
    // The new space can be in another building.
    const { path: ancestors = [] } = await read(contract.getEquipment, { path })
    return href('equipment', { ...at, ...placeParams(at, ancestors) }, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentSettings', args.params)
  const reader = await readerFor(args, { capability: 'equipment.write' })
  const { now, data } = await editData(args, edit)
  const q = parseOptionSearch(args.request)
  const own = now.path?.findLast(({ id }) => id === now.spaceId) ?? { id: now.spaceId, name: now.spaceId }
  const [type, spaces, feeders] = await Promise.all([
    typeOptions(reader, now.type),
    spaceOptions(reader, at.siteId, own, q),
    feederOptions(reader, at, { self: now.id, own: now.parentEquipmentId, q }),
  ])
  const serves = spacesToServe(spaces, now.path?.find(({ type }) => type === 'building')?.name)
  return {
    ...data,
    serves: serves.options,
    offered: { type, spaceId: spaces.options, parentEquipmentId: feeders.options },
    isCut: serves.isCut || feeders.isCut,
    q,
    here: href('equipmentSettings', at),
  }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function EquipmentSettings() {
  const t = useT()
  const { name, offered, serves, isCut, q, here: clearHref, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.equipment')} name={t('main:equipment.edit', { name })} />
      <OptionSearch
        {...{ q, isCut, clearHref }}
        label={t('main:equipment.lookFor')}
        hint={t('main:equipment.lookForHint')}
        cutText={t('main:equipment.someOffered')}
      />
      <EditSection id="equipment" fields={allEquipmentFields} {...page}>
        {(form, reply) => (
          <>
            <Inputs fields={existingEquipmentFields} form={form} offered={offered} />
            <ServingInputs form={form} initial={page.original.values} reply={reply} offered={serves} />
            <PropertyInputs form={form} initial={page.original.values} reply={reply} />
          </>
        )}
      </EditSection>
    </Stack>
  )
}
