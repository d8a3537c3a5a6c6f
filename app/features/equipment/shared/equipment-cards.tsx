/** The equipment of a space as small drawings, each with its main readings and those in trouble. */
import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { SmallDrawing } from '~/ui/drawing/small'
import { A } from '~/ui/link'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'
import { drawnEquipment } from './drawn-equipment'
import type { SmallDrawingData, smallDrawings } from './space-drawings.server'

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3'

/** `look` has the classes of the list; as many columns as there is room for by default. */
export function EquipmentCards({
  drawings,
  look = columns,
}: {
  drawings: Awaited<ReturnType<typeof smallDrawings>>
  look?: string
}) {
  const t = useT()
  if (!drawings) return null
  if (!drawings.ok) return <Unavailable detail={serviceProblemText(t, drawings.problem)} />
  return (
    <ul className={look}>
      {drawings.value.map((one) => (
        <EquipmentCard key={one.id} drawing={one} />
      ))}
    </ul>
  )
}

function EquipmentCard({ drawing: { name, href, type, kind, roles } }: { drawing: SmallDrawingData }) {
  const t = useT()
  const format = useFormat()
  return (
    <li className="rounded-lg border border-line bg-surface p-2">
      <p className="mb-1">
        {href ? (
          <A href={href} className="font-medium">
            <bdi>{name}</bdi>
          </A>
        ) : (
          <bdi className="font-medium">{name}</bdi>
        )}{' '}
        <span className="text-sm text-soft">{type}</span>
      </p>
      <SmallDrawing
        equipment={drawnEquipment({ t, format }, kind, roles)}
        label={t('main:equipment.drawingOf', { name, type })}
      />
    </li>
  )
}
