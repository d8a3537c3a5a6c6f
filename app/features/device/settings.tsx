/** The settings of a controller, its `$` properties and its space, as a form (spec §3, domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { PropertyInputs } from '~/features/property/shared/inputs'
import { parentOptions } from '~/features/space/shared/parents'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { FieldInput } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { DeviceInputs } from './inputs'
import { modelErrors, modelOptions } from './model-options'
import { allDeviceFields, controllerFields } from './shared/fields'
import { type DeviceEntity, DeviceForm, editedDevice } from './shared/form'
import { deviceThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:device.edit', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const edit: Edit<'device', DeviceEntity, DeviceForm> = {
  change: 'device.edit',
  thing: deviceThing,
  form: () => DeviceForm,
  savedFields: editedDevice,
  refusalFor({ productId }, { models, productId: own }) {
    const errors = modelErrors(productId, modelOptions(models, own))
    return errors ? { errors } : null
  },
  async send({ form, write, changeId }, { at, now, version }) {
    const body = { ...editedDevice(form, now), eTag: version }
    await write(contract.updateDevice, { path: { id: at.deviceId }, body })
    return href('device', { ...at, spaceId: form.spaceId }, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceSettings', args.params)
  const { panel } = await readerFor(args, { capability: 'device.write' })
  const [{ now, data }, spaces] = await Promise.all([
    editData(args, edit),
    panel(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const isOnboarded = now.overallStatus?.onBoarded === true
  const parent = now.path?.findLast(({ id }) => id === now.spaceId) ?? { id: now.spaceId, name: now.spaceId }
  return {
    ...data,
    models: isOnboarded ? null : modelOptions(now.models, now.productId),
    spaces: parentOptions(spaces.ok ? spaces.value : [], { parent }),
  }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function DeviceSettingsPage() {
  const t = useT()
  const { name, models, spaces, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.device')} name={t('main:device.edit', { name })} />
      <EditSection id="device" fields={allDeviceFields} {...page}>
        {(form, reply) => (
          <>
            <DeviceInputs form={form} models={models ?? undefined} />
            <FieldInput name="spaceId" field={controllerFields.spaceId} form={form} offered={spaces} />
            <PropertyInputs form={form} initial={page.original.values} reply={reply} />
          </>
        )}
      </EditSection>
    </Stack>
  )
}
