/** Creates controllers of one model in a space: `VAV`, `VAV-2` and so on (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { findAllCreated } from '~/change/created'
import { mutate } from '~/change/mutate.server'
import { spaceThing } from '~/features/space/shared/thing.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { creationData, pathBelow } from '~/kit/edit/creation.server'
import { editRow } from '~/kit/edit/edit-row'
import { EditSection } from '~/kit/edit/edit-section'
import { FieldInput } from '~/kit/edit/inputs'
import { spaceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { DeviceInputs } from './inputs'
import { modelErrors, modelOptions } from './model-options'
import { namesFor } from './names'
import { allDeviceFields, newDeviceFields } from './shared/fields'
import { NewDeviceForm, productIdOf } from './shared/form'

export const handle = { title: (_, t) => t('main:change.device.create'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

/** Only the loader uses the kit, since one post creates several controllers. */
const creation = {
  change: 'device.create',
  parent: spaceThing,
  resultHref: (_: null, at: ParamsFor<'space'>) => href('space', at),
} as const

export async function loader(args: LoaderFunctionArgs) {
  const { catalogues } = await readerFor(args, { capability: 'device.write' })
  const [{ data }, { controllers }] = await Promise.all([creationData(args, creation), catalogues()])
  return { ...data, models: modelOptions(controllers) }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newDevice', args.params)
  return mutate(args, {
    name: 'device.create',
    about: { kind: 'space', id: at.spaceId, name: at.spaceId },
    options: { isDirect: true },
    form: NewDeviceForm,
    async plan({ form, read, catalogues }) {
      const [{ space }, existing, { controllers }] = await Promise.all([
        spaceAt(read, at),
        read(contract.listSpaceDevices, { path: { id: at.spaceId } }),
        catalogues(),
      ])
      const errors = modelErrors(form.productId, modelOptions(controllers))
      if (errors) return { rows: [], errors }
      const path = pathBelow('space', space)
      const { name: baseName, quantity, productId = '', hostId = '', description = '', spaceServed = '' } = form
      const names = namesFor(
        baseName,
        quantity,
        existing.map(({ name }) => name),
      )
      const rows = names.map((name) => {
        const after = { name, productId, hostId, description, spaceServed }
        return editRow({ subject: { kind: 'device', id: `new:${name}`, name, path }, before: null, after })
      })
      return { rows }
    },
    async work({ form, plan, read, catalogues, write, setSubjectId, changeId }) {
      const { quantity, productId, ...typed } = form
      const { controllers } = await catalogues()
      const ids = plan.rows.map(({ subject }) => subject.id)
      const device = { ...typed, productId: productIdOf(productId, controllers) }
      const path = { id: at.spaceId }
      const reply = await write(contract.createDevices, { path, body: { device, quantity } }, ids)
      const names = plan.rows.map(({ subject }) => subject.name)
      const created = await findAllCreated(reply, { names, among: () => read(contract.listSpaceDevices, { path }) })
      for (const [index, device] of created.entries()) {
        const subjectId = ids[index]
        if (subjectId && device)
          setSubjectId(subjectId, { kind: 'device', id: device.id, name: device.name, path: device.path })
      }
      const [only] = created
      return only && created.length === 1
        ? href('device', { ...at, deviceId: only.id }, { changed: changeId })
        : href('spaceDevices', at, { changed: changeId })
    },
  })
}

export default function NewDevicePage() {
  const t = useT()
  const { name, models, ...page } = useLoaderData<typeof loader>()
  const words = { fields: allDeviceFields, submit: t('main:change.device.create') }
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.device.create')} />
      <EditSection id="device" initial={{ quantity: '1' }} {...words} {...page}>
        {(form) => (
          <>
            <DeviceInputs form={form} models={models} />
            <TextInput
              label={newDeviceFields.quantity.label(t)}
              hint={newDeviceFields.quantity.hint(t)}
              inputMode="numeric"
              className="max-w-24"
              isRequired
              {...form.input('quantity')}
            />
            <FieldInput name="hostId" field={newDeviceFields.hostId} form={form} />
          </>
        )}
      </EditSection>
    </Stack>
  )
}
