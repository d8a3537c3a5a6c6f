/** The header of the pages of a point: name, controller and state. */
import { useT } from '~/i18n/use-t'
import { actionLink, Head } from '~/ui/head'
import { A } from '~/ui/link'
import type { PointData } from './point-page.server'
import { PointStateBadges, QualityBadge } from './shared/states'

export function PointHead({ data }: { data: Pick<PointData, 'row' | 'device' | 'links'> }) {
  const t = useT()
  const { row, device, links } = data
  return (
    <Head
      name={row.name}
      facts={[
        <PointStateBadges key="state" point={row} />,
        row.quality !== 'good' && <QualityBadge key="quality" id={row.id} quality={row.quality} />,
        <A key="device" href={device.href}>
          <bdi>{device.name}</bdi>
        </A>,
        <span key="object" className="mono inline-block max-w-full">
          {row.objectName}
        </span>,
      ]}
      others={[actionLink(t('main:view.trends'), links.trends), actionLink(t('main:point.all'), links.points)]}
      more={[actionLink(t('main:trail.history'), links.history)]}
    />
  )
}
