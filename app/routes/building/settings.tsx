/** What is kept about a building, as a form (spec §3, §5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { useChangeForm } from '~/audit/change-form'
import { ConflictForm } from '~/audit/conflict-form'
import { EditForm } from '~/audit/edit-form'
import { newKey } from '~/audit/idempotency.server'
import { mutate } from '~/audit/mutate.server'
import { formIn, useReply } from '~/audit/use-reply'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { crumbsOf } from '../crumbs'
import { editRow } from '../edit-row'
import { buildingAt } from '../own-place.server'
import { atRightAddress } from '../right-address.server'
import { BuildingFields, buildingFieldLabel } from './fields'
import { buildingForm, editedBuilding, filledBuilding } from './form'

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
  const { name, size, original, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), {
    id: 'building',
    defaultValue: original.values,
  })
  const fieldLabel = (field: string) => buildingFieldLabel(t, field)
  return (
    <Stack>
      <PageHeader kind={t('entity.building')} name={t('main:building.edit', { name })} />
      {reply?.stage === 'conflict' ? (
        <ConflictForm reply={reply} fieldLabel={fieldLabel} cancelHref={cancelHref} />
      ) : (
        <Section>
          <EditForm
            form={form}
            reply={formIn(reply)}
            formKey={formKey}
            original={original}
            submit={t('action.save')}
            cancelHref={cancelHref}
            fieldLabel={fieldLabel}
          >
            <BuildingFields form={form} size={size} />
          </EditForm>
        </Section>
      )}
    </Stack>
  )
}
