/** New controllers of one kind in a space: `VAV`, `VAV-2` and so on (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { madeThings } from '~/change/made'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { spaceAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { DeviceFields, deviceFieldLabel } from '~/things/device/fields'
import { NewDeviceForm, productIdOf } from '~/things/device/form'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { modelErrors, modelOptions } from './model-options'
import { namesFor } from './names'

export const handle = { title: (_, t) => t('main:change.device.create'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDevice', args.params)
  const page = await reader(args, { capability: 'device.write' })
  const [{ node: space, path }, catalogues] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'newDevice', at, request: args.request },
      page.read(contract.getSpace, { path: { id: at.spaceId } }),
    ),
    page.catalogues(),
  ])
  return {
    space: space.name,
    models: modelOptions(catalogues.controllers),
    formKey: newKey(),
    cancelHref: href('space', at),
    crumbs: [
      ...crumbsOf(at, path, { name: space.name, href: href('space', at) }),
      { name: translator(page.language)('main:change.device.create'), href: href('newDevice', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newDevice', args.params)
  return mutate(args, {
    name: 'device.create',
    isDirect: true,
    about: { kind: 'space', id: at.spaceId, name: at.spaceId },
    form: NewDeviceForm,
    async plan({ form, read, catalogues }) {
      const [{ space }, there, { controllers }] = await Promise.all([
        spaceAt(read, at),
        read(contract.listSpaceDevices, { path: { id: at.spaceId } }),
        catalogues(),
      ])
      const errors = modelErrors(form.productId, modelOptions(controllers))
      if (errors) return { rows: [], errors }
      const path = [...(space.path ?? []), { id: space.id, name: space.name, type: 'space' as const }]
      const { name: asked, quantity, productId = '', hostId = '', description = '', spaceServed = '' } = form
      const names = namesFor(
        asked,
        quantity,
        there.map(({ name }) => name),
      )
      const rows = names.map((name) => {
        const after = { name, productId, hostId, description, spaceServed }
        return editRow({ subject: { kind: 'device', id: `new:${name}`, name, path }, before: null, after })
      })
      return { rows }
    },
    async work({ form, plan, read, catalogues, write, became, changeId }) {
      const { quantity, productId, ...typed } = form
      const { controllers } = await catalogues()
      const ids = plan.rows.map(({ subject }) => subject.id)
      const device = { ...typed, productId: productIdOf(productId, controllers) }
      const path = { id: at.spaceId }
      const told = await write(contract.createDevices, { path, body: { device, quantity } }, ids)
      const names = plan.rows.map(({ subject }) => subject.name)
      const made = await madeThings(told, { names, among: () => read(contract.listSpaceDevices, { path }) })
      for (const [index, device] of made.entries()) {
        const subjectId = ids[index]
        if (subjectId && device)
          became(subjectId, { kind: 'device', id: device.id, name: device.name, path: device.path })
      }
      const [only] = made
      return only && made.length === 1
        ? href('device', { ...at, deviceId: only.id }, { changed: changeId })
        : href('spaceDevices', at, { changed: changeId })
    },
  })
}

export default function NewDevicePage() {
  const t = useT()
  const { space, models, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), { id: 'device', defaultValue: { quantity: '1' } })
  return (
    <Stack>
      <PageHeader kind={<bdi>{space}</bdi>} name={t('main:change.device.create')} />
      <Section>
        <EditForm
          form={form}
          reply={formIn(reply)}
          formKey={formKey}
          original={null}
          submit={t('main:change.device.create')}
          cancelHref={cancelHref}
          fieldLabel={(name) => deviceFieldLabel(t, name)}
        >
          <DeviceFields form={form} models={models} />
          <TextInput
            label={t('main:device.form.quantity')}
            hint={t('main:device.form.quantityHint')}
            inputMode="numeric"
            className="max-w-24"
            {...form.input('quantity')}
          />
          <TextInput
            label={t('main:device.hostId')}
            hint={t('main:device.form.hostIdHint')}
            maxLength={100}
            autoComplete="off"
            isOptional
            {...form.input('hostId')}
          />
        </EditForm>
      </Section>
    </Stack>
  )
}
