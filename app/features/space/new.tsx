/** A new space of a building, directly in it or inside another space (spec §3, §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Space } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { findCreated, isNamed } from '~/change/created'
import { type BuildingEntity, buildingThing } from '~/features/building/shared/thing.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import { toInputValues } from '~/kit/edit/fields'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { SpaceInputs } from './inputs'
import { spaceFields } from './shared/fields'
import { SpaceForm } from './shared/form'
import { parentOptions } from './shared/parents'

export const handle = { title: (_, t) => t('main:change.space.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

const creation: Creation<'building', BuildingEntity, SpaceForm, Space> = {
  change: 'space.create',
  parent: buildingThing,
  form: () => SpaceForm,
  toForm: (form) => toInputValues(spaceFields, form),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.buildingId }
    const reply = await write(contract.createSpace, { path, body: form }, only)
    const isSameName = isNamed(form.name)
    return findCreated(reply, {
      among: () => read(contract.listSpaces, { path }),
      matches: (one) => isSameName(one) && (one.parentSpaceId ?? '') === (form.parentSpaceId ?? ''),
    })
  },
  resultHref: (created, at, search) =>
    created ? href('space', { ...at, spaceId: created.id }, search) : href('building', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newSpace', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  const [{ data }, spaces] = await Promise.all([
    creationData(args, creation),
    reader.read(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const requestedId = new URL(args.request.url).searchParams.get('parent') ?? ''
  const parent = spaces.find(({ id }) => id === requestedId)
  return {
    ...data,
    parentId: parent?.id ?? '',
    parents: parentOptions(spaces, { parent }),
    cancelHref: parent ? href('space', { ...at, spaceId: parent.id }) : data.cancelHref,
  }
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewSpacePage() {
  const t = useT()
  const { name, parentId, parents, ...page } = useLoaderData<typeof loader>()
  const filled = { kind: 'Space', usage: 'Unassigned', parentSpaceId: parentId }
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.space.create')} />
      <EditSection id="space" fields={spaceFields} initial={filled} submit={t('main:change.space.create')} {...page}>
        {(form) => <SpaceInputs form={form} parents={parents} />}
      </EditSection>
    </Stack>
  )
}
