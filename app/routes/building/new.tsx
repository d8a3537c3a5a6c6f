/** A new building of a site (spec §7). */
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
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { siteAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { BuildingFields, buildingFieldLabel } from '~/things/building/fields'
import { buildingForm, filledBuilding, sentBuilding } from '~/things/building/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'

export const handle = { title: (_, t) => t('main:change.building.create'), menu: 'customer' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newBuilding', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const { node: site, path } = await atRightAddress(
    { reader: page, name: 'newBuilding', at, request: args.request },
    page.read(contract.getSite, { path: { id: at.siteId } }),
  )
  return {
    site: site.name,
    formKey: newKey(),
    cancelHref: href('site', at),
    crumbs: [
      ...crumbsOf(at, path, { name: site.name, href: href('site', at) }),
      { name: translator(page.language)('main:change.building.create'), href: href('newBuilding', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newBuilding', args.params)
  const idOf = (name: string) => `new:${name}`
  return mutate(args, {
    name: 'building.create',
    isDirect: true,
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: buildingForm(await languageOf(args.request)),
    async plan({ form, read }) {
      const site = await siteAt(read, at)
      const path = [...(site.path ?? []), { id: site.id, name: site.name, type: 'site' as const }]
      const subject = { kind: 'building', id: idOf(form.name), name: form.name, path }
      const after = filledBuilding(sentBuilding(form, site.units), site.units)
      return { rows: [editRow({ subject, before: null, after })] }
    },
    async work({ form, read, write, became, changeId }) {
      const site = await siteAt(read, at)
      const body = sentBuilding(form, site.units)
      const path = { id: at.siteId }
      const told = await write(contract.createBuilding, { path, body }, [idOf(form.name)])
      const made = await madeThing(told, {
        among: () => read(contract.listBuildings, { path }),
        isIt: isNamed(form.name),
      })
      if (!made) return href('site', at, { changed: changeId })
      became(idOf(form.name), { kind: 'building', id: made.id, name: made.name ?? form.name, path: made.path })
      return href('building', { ...at, buildingId: made.id }, { changed: changeId })
    },
  })
}

export default function NewBuildingPage() {
  const t = useT()
  const { unit } = usePageContext()
  const { site, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(formIn(reply), {
    id: 'building',
    defaultValue: { usage: 'Unassigned', units: unit },
  })
  return (
    <Stack>
      <PageHeader kind={<bdi>{site}</bdi>} name={t('main:change.building.create')} />
      <Section>
        <EditForm
          form={form}
          reply={formIn(reply)}
          formKey={formKey}
          original={null}
          submit={t('main:change.building.create')}
          cancelHref={cancelHref}
          fieldLabel={(name) => buildingFieldLabel(t, name)}
        >
          <BuildingFields form={form} />
        </EditForm>
      </Section>
    </Stack>
  )
}
