/** The header of the pages of a point: name, controller and state. */
import { useT } from '~/i18n/use-t'
import { PointState, QualityBadge } from '~/things/point/states'
import { Head, offer } from '~/ui/head'
import { A } from '~/ui/link'
import type { PointData } from './point-page.server'

export function PointHead({ data }: { data: Pick<PointData, 'row' | 'device' | 'links'> }) {
  const t = useT()
  const { row, device, links } = data
  return (
    <Head
      name={row.name}
      facts={[
        <PointState key="state" point={row} />,
        row.quality !== 'good' && <QualityBadge key="quality" id={row.id} quality={row.quality} />,
        <A key="device" href={device.href}>
          <bdi>{device.name}</bdi>
        </A>,
        <span key="object" className="mono">
          {row.objectName}
        </span>,
      ]}
      others={[offer(t('main:view.trends'), links.trends), offer(t('main:point.all'), links.points)]}
      more={[offer(t('main:trail.history'), links.history)]}
    />
  )
}
