/** What is kept about a space, and in which space it lies, as a form (spec §3). */
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
import { crumbsOf } from '~/screens/place/crumbs'
import { spaceAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SpaceFields, spaceFieldLabel } from '~/things/space/fields'
import { filledSpace, SpaceForm } from '~/things/space/form'
import { parentOptions } from '~/things/space/parents'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:space.edit', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('spaceSettings', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const [{ node: space, path }, spaces] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'spaceSettings', at, request: args.request },
      page.read(contract.getSpace, { path: { id: at.spaceId } }),
    ),
    page.panel(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const parent = path.findLast(({ id }) => id === space.parentSpaceId)
  return {
    name: space.name,
    parents: parentOptions(spaces.ok ? spaces.value : [], { self: space.id, parent }),
    original: { version: space.eTag ?? '', values: filledSpace(space) },
    formKey: newKey(),
    cancelHref: href('space', at),
    crumbs: [
      ...crumbsOf(at, path, { name: space.name, href: href('space', at) }),
      { name: translator(page.language)('action.edit'), href: href('spaceSettings', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('spaceSettings', args.params)
  return mutate(args, {
    name: 'space.edit',
    isDirect: true,
    about: { kind: 'space', id: at.spaceId, name: at.spaceId },
    form: SpaceForm,
    async plan({ form, read }) {
      const { space } = await spaceAt(read, at)
      const before = filledSpace(space)
      const row = editRow({
        subject: { kind: 'space', id: space.id, name: space.name, path: space.path },
        before,
        after: filledSpace(form),
        version: space.eTag,
      })
      return { rows: [row], current: before }
    },
    async work({ form, plan, write, changeId }) {
      await write(contract.updateSpace, {
        path: { id: at.spaceId },
        body: {
          name: form.name,
          kind: form.kind,
          usage: form.usage ?? null,
          parentSpaceId: form.parentSpaceId ?? null,
          eTag: plan.rows[0]?.version,
        },
      })
      return href('space', at, { changed: changeId })
    },
  })
}

export default function SpaceSettingsPage() {
  const t = useT()
  const { name, parents, ...edit } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.space')} name={t('main:space.edit', { name })} />
      <EditSection id="space" {...edit} fieldLabel={(field) => spaceFieldLabel(t, field)}>
        {(form) => <SpaceFields form={form} parents={parents} />}
      </EditSection>
    </Stack>
  )
}
