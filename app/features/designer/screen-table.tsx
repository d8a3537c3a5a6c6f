/** The values of a screen as a table: the text alternative of its drawing. */
import { PointReading, PointStateBadges, QualityBadge, ReadAt } from '~/features/point/shared/states'
import { ViewTable } from '~/kit/list/list'
import type { ListColumn } from '~/kit/list/view'
import { A } from '~/ui/link'
import type { Screen, ScreenSource } from './screen.server'

interface ScreenRow {
  key: string
  label: string
  source: ScreenSource
  setpoint: ScreenSource | null
}

/** Returns a row for each reading of a screen; one that is shown twice has one row. */
export function screenRows({ elements }: Pick<Screen, 'elements'>): ScreenRow[] {
  const rows = new Map<string, ScreenRow>()
  for (const element of elements) {
    if (element.kind !== 'value') continue
    const { label, source, setpoint, deviceId, pointId } = element
    const key = `${deviceId} ${pointId}`
    if (!rows.has(key)) rows.set(key, { key, label, source, setpoint })
  }
  return [...rows.values()]
}

const columns: readonly ListColumn<ScreenRow>[] = [
  {
    key: 'label',
    title: (t) => t('main:point.one'),
    isRowHeader: true,
    width: 'text',
    text: ({ label, source }) => source.point?.name ?? label,
    cell: ({ label, source: { point } }) =>
      point ? (
        <A href={point.href}>
          <bdi>{point.name}</bdi>
        </A>
      ) : (
        <bdi>{label}</bdi>
      ),
  },
  {
    key: 'shown',
    title: (t) => t('main:designer.shownAs'),
    width: 'how',
    isSpare: true,
    text: ({ label }) => label,
  },
  {
    key: 'value',
    title: (t) => t('main:equipment.valueAndSetpoint'),
    width: 'how',
    text: () => null,
    cell: ({ source, setpoint }, { t }) =>
      source.point ? (
        <>
          <PointReading point={source.point} /> <QualityBadge id={source.point.id} quality={source.point.quality} />
          {setpoint?.point && (
            <span className="text-soft">
              <span aria-hidden="true"> → </span>
              <span className="sr-only">{t('main:equipment.setpoint')} </span>
              <PointReading point={setpoint.point} />
            </span>
          )}
        </>
      ) : (
        <span className="text-faint">{t(`main:designer.problem.${source.problem}`)}</span>
      ),
  },
  {
    key: 'state',
    title: (t) => t('field.state'),
    width: 'how',
    text: () => null,
    cell: ({ source: { point } }) => point && <PointStateBadges point={point} />,
  },
  {
    key: 'device',
    title: (t) => t('entity.device'),
    width: 'code',
    isSpare: true,
    text: ({ source: { point } }) => point?.device ?? null,
  },
  {
    key: 'at',
    title: (t) => t('main:point.read'),
    width: 'when',
    text: ({ source: { point } }) => point?.at ?? null,
    cell: ({ source: { point } }) => point?.at && <ReadAt id={point.id} at={point.at} />,
  },
]

export function ScreenTable({ rows, caption }: { rows: readonly ScreenRow[]; caption: string }) {
  return <ViewTable view={{ columns, keyOf: ({ key }) => key }} caption={caption} rows={rows} empty={null} />
}
