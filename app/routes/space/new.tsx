/** A new space of a building, directly in it or inside another space (spec §3, §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { isNamed, madeThing } from '~/change/made'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { buildingAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SpaceFields, spaceFieldLabel } from '~/things/space/fields'
import { filledSpace, SpaceForm } from '~/things/space/form'
import { parentOptions } from '~/things/space/parents'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'

export const handle = { title: (_, t) => t('main:change.space.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newSpace', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const path = { id: at.buildingId }
  const [{ node: building, path: ancestors }, spaces] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'newSpace', at, request: args.request },
      page.read(contract.getBuilding, { path }),
    ),
    page.read(contract.listSpaces, { path }),
  ])
  const asked = new URL(args.request.url).searchParams.get('parent') ?? ''
  const parent = spaces.find(({ id }) => id === asked)
  return {
    building: building.name,
    parentId: parent?.id ?? '',
    parents: parentOptions(spaces, { parent }),
    formKey: newKey(),
    cancelHref: parent ? href('space', { ...at, spaceId: parent.id }) : href('building', at),
    crumbs: [
      ...crumbsOf(at, ancestors, { name: building.name, href: href('building', at) }),
      { name: translator(page.language)('main:change.space.create'), href: href('newSpace', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newSpace', args.params)
  const idOf = (name: string) => `new:${name}`
  return mutate(args, {
    name: 'space.create',
    isDirect: true,
    about: { kind: 'building', id: at.buildingId, name: at.buildingId },
    form: SpaceForm,
    async plan({ form, read }) {
      const { building } = await buildingAt(read, at)
      const path = [...(building.path ?? []), { id: building.id, name: building.name, type: 'building' as const }]
      const subject = { kind: 'space', id: idOf(form.name), name: form.name, path }
      return { rows: [editRow({ subject, before: null, after: filledSpace(form) })] }
    },
    async work({ form, read, write, became, changeId }) {
      const path = { id: at.buildingId }
      const told = await write(contract.createSpace, { path, body: form }, [idOf(form.name)])
      const isHere = isNamed(form.name)
      const made = await madeThing(told, {
        among: () => read(contract.listSpaces, { path }),
        isIt: (one) => isHere(one) && (one.parentSpaceId ?? '') === (form.parentSpaceId ?? ''),
      })
      if (!made) return href('building', at, { changed: changeId })
      became(idOf(form.name), { kind: 'space', id: made.id, name: made.name ?? form.name, path: made.path })
      return href('space', { ...at, spaceId: made.id }, { changed: changeId })
    },
  })
}

export default function NewSpacePage() {
  const t = useT()
  const { building, parentId, parents, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), {
    id: 'space',
    defaultValue: { kind: 'Space', usage: 'Unassigned', parentSpaceId: parentId },
  })
  return (
    <Stack>
      <PageHeader kind={<bdi>{building}</bdi>} name={t('main:change.space.create')} />
      <Section>
        <EditForm
          form={form}
          reply={formIn(reply)}
          formKey={formKey}
          original={null}
          submit={t('main:change.space.create')}
          cancelHref={cancelHref}
          fieldLabel={(name) => spaceFieldLabel(t, name)}
        >
          <SpaceFields form={form} parents={parents} />
        </EditForm>
      </Section>
    </Stack>
  )
}
