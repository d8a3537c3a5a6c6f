/** Every drawing of equipment with sample values, for evaluation mode only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { asPanel, readerFor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { pointTypeNames } from '~/features/point/shared/type-names'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { type SampleState, sampleRole } from './gallery-samples'
import { type DrawingKind, drawingKindOf } from './shared/drawing-slots'
import type { DrawnRole } from './shared/drawn-equipment'
import { EquipmentDrawing } from './shared/equipment-drawing'
import { readEquipmentTypes } from './shared/types.server'

export const handle = {
  title: (_, t) => t('main:equipment.gallery.title'),
  menu: 'allEquipment',
} satisfies PageHandle<typeof loader>

/** The types of the gallery; a pump stands for those with the generic drawing. */
const pieces: readonly { type: string; state: SampleState }[] = [
  { type: 'Air_Handling_Unit', state: 'running' },
  { type: 'Air_Handling_Unit', state: 'troubled' },
  { type: 'Air_Handling_Unit', state: 'unknown' },
  { type: 'Variable_Air_Volume_Box_With_Reheat', state: 'running' },
  { type: 'Variable_Air_Volume_Box_With_Reheat', state: 'troubled' },
  { type: 'Fan_Coil_Unit', state: 'running' },
  { type: 'Fan_Coil_Unit', state: 'unknown' },
  { type: 'Chiller', state: 'running' },
  { type: 'Chiller', state: 'troubled' },
  { type: 'Boiler', state: 'running' },
  { type: 'Boiler', state: 'troubled' },
  { type: 'Thermostat', state: 'running' },
  { type: 'Thermostat', state: 'troubled' },
  { type: 'Exhaust_Fan', state: 'running' },
  { type: 'Pump', state: 'troubled' },
  { type: 'Radiator', state: 'running' },
]

interface Piece {
  key: string
  name: string
  state: SampleState
  kind: DrawingKind
  roles: DrawnRole[]
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('drawingGallery', args.params)
  const reader = await readerFor(args, { capability: 'equipment.read' })
  if (!config().evaluation || !reader.features.equipment) throw new Response(null, { status: 404 })
  await ownCustomer(reader.read, at)
  const [types, pointTypes] = await Promise.all([readEquipmentTypes(reader), asPanel(reader.call(site.listPointTypes))])
  const nameOf = pointTypeNames(reader.language, pointTypes)
  const pointsHref = href('customerPoints', at)
  const drawn = pieces.flatMap(({ type: id, state }): Piece[] => {
    const type = types.find((one) => one.id === id)
    if (!type) return []
    const roles = type.roles.map(({ role, pointTypeId }) =>
      sampleRole({ role, type: nameOf(pointTypeId) }, { state, href: pointsHref }),
    )
    return [{ key: `${id} ${state}`, name: type.name, state, kind: drawingKindOf(id), roles }]
  })
  return { pieces: drawn, crumbs: [], age: reader.age() }
}

export default function DrawingGallery() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader name={t('main:equipment.gallery.title')} />
      <p className="max-w-prose text-soft">{t('main:equipment.gallery.text')}</p>
      {(data.pieces as Piece[]).map(({ key, name, state, kind, roles }) => {
        const text = t(`main:equipment.gallery.${state}`)
        return (
          <Section key={key} title={t('main:equipment.gallery.piece', { name, state: text })}>
            <EquipmentDrawing name={name} type={text} kind={kind} roles={roles} />
          </Section>
        )
      })}
    </Stack>
  )
}
