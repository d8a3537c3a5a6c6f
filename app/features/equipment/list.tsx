/** The equipment of a customer, a site group, a site, a building, a space or a controller. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { equipmentView, withoutHiddenColumns } from './columns'
import { equipmentData } from './equipment-list.server'
import { EquipmentCards } from './shared/equipment-cards'
import { drawingsOfSpace } from './shared/space-equipment.server'

export const handle = {
  title: (data, t) => t('main:equipment.listOf', { name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'allEquipment'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'allEquipment')
  const reader = await readerFor(args, { view: 'allEquipment' })
  const [place, list, drawings] = await Promise.all([
    loadMountedPlace(reader, mount),
    equipmentData(reader, mount),
    mount.level === 'space' ? drawingsOfSpace(reader, mount.at as ParamsFor<'space'>) : null,
  ])
  return { place, list, drawings, crumbs: place.crumbs, age: reader.age() }
}

export default function EquipmentList() {
  const t = useT()
  const { place, list, drawings } = useLoaderData<typeof loader>()
  const title = t('main:equipment.listOf', { name: place.name })
  const { add, link, choice, mayAdd } = list
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <List
        list={list}
        view={withoutHiddenColumns(equipmentView, list.access)}
        caption={title}
        aside={
          <>
            {add && (
              <ButtonLink small href={add}>
                {t('main:change.equipment.create')}
              </ButtonLink>
            )}
            {link && (
              <ButtonLink small href={link}>
                {t('main:equipment.link')}
              </ButtonLink>
            )}
          </>
        }
        offers={
          mayAdd
            ? [
                { label: t('main:change.equipment.create'), href: add ?? undefined, isMain: true },
                { label: t('main:equipment.link'), href: link ?? undefined, isMain: true },
                ...(choice ? [{ label: t(`action.chooseFirst.${choice.of}`), href: choice.href }] : []),
              ]
            : [{ label: t('main:change.equipment.create'), href: null }]
        }
      >
        {!list.isNarrowed && <EquipmentCards drawings={drawings} />}
      </List>
    </Stack>
  )
}
