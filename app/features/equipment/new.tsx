/** Creates equipment of one type in a space; several pieces are numbered (domain §8.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { spaceThing } from '~/features/space/shared/thing.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { creationData, pathBelow } from '~/kit/edit/creation.server'
import { editRow } from '~/kit/edit/edit-row'
import { EditSection } from '~/kit/edit/edit-section'
import { FieldInput, Inputs } from '~/kit/edit/inputs'
import { spaceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { typeOptions } from './choices.server'
import { NewEquipmentForm } from './form'
import { allEquipmentFields, newEquipmentFields, quantityField } from './shared/fields'

export const handle = {
  title: (_, t) => t('main:change.equipment.create'),
  menu: 'allEquipment',
} satisfies PageHandle<typeof loader>

/** Only the loader uses the kit, since one post creates several pieces. */
const creation = {
  change: 'equipment.create',
  parent: spaceThing,
  resultHref: (_: null, at: ParamsFor<'space'>) => href('spaceEquipment', at),
} as const

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args, { capability: 'equipment.write' })
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  const [{ data }, type] = await Promise.all([creationData(args, creation), typeOptions(reader)])
  return { ...data, offered: { type } }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newEquipment', args.params)
  return mutate(args, {
    name: 'equipment.create',
    about: { kind: 'space', id: at.spaceId, name: at.spaceId },
    options: { isDirect: true },
    form: NewEquipmentForm,
    async plan({ form, read }) {
      const { space } = await spaceAt(read, at)
      const { quantity, name, type, description = '' } = form
      const path = pathBelow('space', space)
      const names = quantity === 1 ? [name] : Array.from({ length: quantity }, (_, index) => `${name}-${index + 1}`)
      const rows = names.map((one) => {
        const subject = { kind: 'equipment', id: `new:${one}`, name: one, path }
        return editRow({ subject, before: null, after: { name: one, type, description } })
      })
      return { rows }
    },
    async work({ form, plan, write, setSubjectId, changeId }) {
      const ids = plan.rows.map(({ subject }) => subject.id)
      const reply = await write(contract.createEquipment, { path: { id: at.spaceId }, body: form }, ids)
      const created = Array.isArray(reply) ? reply : []
      for (const [index, { id, name, path }] of created.entries()) {
        const subjectId = ids[index]
        if (subjectId) setSubjectId(subjectId, { kind: 'equipment', id, name, ...(path && { path }) })
      }
      const [only] = created
      return only && created.length === 1
        ? href('equipment', { ...at, equipmentId: only.id }, { changed: changeId, created: 1 })
        : href('spaceEquipment', at, { changed: changeId })
    },
  })
}

export default function NewEquipmentPage() {
  const t = useT()
  const { name, offered, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.equipment.create')} />
      <EditSection
        id="equipment"
        initial={{ quantity: '1' }}
        fields={allEquipmentFields}
        submit={t('main:change.equipment.create')}
        {...page}
      >
        {(form) => (
          <>
            <Inputs fields={newEquipmentFields} form={form} offered={offered} />
            <FieldInput name="quantity" field={quantityField} form={form} />
          </>
        )}
      </EditSection>
    </Stack>
  )
}
