/** What is kept about a controller, its `$` properties and the space it is in, as a form (spec §3, domain §15). */
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
import { deviceAt } from '~/screens/place/own-place.server'
import { controllerAt } from '~/things/device/controller.server'
import { DeviceFields, deviceFieldLabel, PropertyFields } from '~/things/device/fields'
import { DeviceForm, editedDevice, filledDevice, mostProperties } from '~/things/device/form'
import { propertyRows } from '~/things/device/form-fields'
import { parentOptions } from '~/things/space/parents'
import { Select } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { modelErrors, modelOptions } from './model-options'

export const handle = {
  title: (data, t) => t('main:device.edit', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceSettings', args.params)
  const page = await reader(args, { capability: 'device.write' })
  const [{ device, crumbs }, { controllers }, spaces] = await Promise.all([
    controllerAt(page, { name: 'deviceSettings', at, request: args.request }),
    page.catalogues(),
    page.panel(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const isOnboarded = device.overallStatus?.onBoarded === true
  const here = device.path?.findLast(({ id }) => id === device.spaceId) ?? { id: device.spaceId, name: device.spaceId }
  return {
    name: device.name,
    models: isOnboarded ? null : modelOptions(controllers, device.productId),
    spaces: parentOptions(spaces.ok ? spaces.value : [], { parent: here }),
    original: { version: device.eTag ?? '', values: filledDevice(device, controllers) },
    most: mostProperties,
    formKey: newKey(),
    cancelHref: href('device', at),
    crumbs: [...crumbs, { name: translator(page.language)('action.edit'), href: href('deviceSettings', at) }],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceSettings', args.params)
  return mutate(args, {
    name: 'device.edit',
    isDirect: true,
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    form: DeviceForm,
    async plan({ form, read, catalogues }) {
      const [device, { controllers }] = await Promise.all([deviceAt(read, at), catalogues()])
      const errors = modelErrors(form.productId, modelOptions(controllers, device.productId))
      if (errors) return { rows: [], errors }
      const rows = Math.max(form.property.length, propertyCount(filledDevice(device, controllers)))
      const before = filledDevice(device, controllers, rows)
      const edited = editedDevice(device, form, controllers)
      const row = editRow({
        subject: { kind: 'device', id: device.id, name: device.name, path: device.path },
        before,
        after: filledDevice(edited, controllers, rows),
        version: device.eTag,
      })
      return { rows: [row], current: before }
    },
    async work({ form, plan, read, catalogues, write, changeId }) {
      const [device, { controllers }] = await Promise.all([deviceAt(read, at), catalogues()])
      const body = { ...editedDevice(device, form, controllers), eTag: plan.rows[0]?.version }
      await write(contract.updateDevice, { path: { id: at.deviceId }, body })
      return href('device', { ...at, spaceId: form.spaceId }, { changed: changeId })
    },
  })
}

function propertyCount(filled: object): number {
  return Object.keys(filled).filter((name) => name.startsWith('property[')).length / 2
}

export default function DeviceSettingsPage() {
  const t = useT()
  const { name, models, spaces, original, most, formKey, cancelHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.device')} name={t('main:device.edit', { name })} />
      <EditSection
        id="device"
        original={original}
        formKey={formKey}
        cancelHref={cancelHref}
        fieldLabel={(field) => deviceFieldLabel(t, field)}
      >
        {(form, reply) => {
          const names = [...Object.keys(original.values), ...(reply?.submission.fields ?? [])]
          const heldIn = (field: string) => (reply ? (form.valuesOf(field)[0] ?? '') : (original.values[field] ?? ''))
          return (
            <>
              <DeviceFields form={form} models={models ?? undefined} />
              <Select
                label={t('entity.space')}
                hint={t('main:device.form.spaceHint')}
                options={spaces}
                {...form.input('spaceId')}
              />
              <PropertyFields form={form} rows={propertyRows(names, most)} heldIn={heldIn} />
            </>
          )
        }}
      </EditSection>
    </Stack>
  )
}
