/** The present value of a point, its time and quality, and the levels set by people. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { PointData } from './point-page.server'
import { PointReading, QualityBadge, ReadAt } from './shared/states'
import { pointValueText } from './shared/value'
import { ReleaseButton } from './write-controls'

export function PresentValue({ data }: { data: PointData }) {
  const t = useT()
  const { row, timeZone } = data
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-3xl font-semibold">
          <PointReading point={row} />
        </span>
        <QualityBadge id={row.id} quality={row.quality} />
        {row.at && (
          <span className="text-soft">
            {t('main:point.readAt')} <ReadAt id={row.id} at={row.at} timeZone={timeZone ?? undefined} />
          </span>
        )}
      </p>
      {row.isLocalOverride && <Notice tone="warn" quiet title={t('main:point.byHandText')} />}
      {data.levels
        .filter(({ value, level }) => value !== null && isManual(level))
        .map((levelRow) => (
          <ManualLevel key={levelRow.level} levelRow={levelRow} data={data} />
        ))}
    </div>
  )
}

/** Levels written by people: emergency, override, and the set value. */
const manualLevels = { 1: 'emergency', 8: 'override', 16: 'set' } as const
const isManual = (level: number): level is keyof typeof manualLevels => level in manualLevels

/** Shows who set a level, the value, the end and the reason. */
function ManualLevel({
  levelRow,
  data: { row, timeZone, control, levels },
}: {
  levelRow: PointData['levels'][number]
  data: PointData
}) {
  const t = useT()
  const format = useFormat()
  const zone = timeZone ?? undefined
  const values = {
    value: pointValueText({ t, format }, row.valueFormat, levelRow.value),
    by: levelRow.by ?? '',
    level: levelRow.level,
  }
  const level = isManual(levelRow.level) ? levelRow.level : 16
  const kind = manualLevels[level]
  const active = levels.find(({ isActive }) => isActive)?.level
  const release = control?.releases[level]
  return (
    <Notice
      tone={kind === 'emergency' ? 'danger' : kind === 'override' ? 'warn' : 'info'}
      quiet
      title={levelRow.by ? t(`main:point.held.${kind}By`, values) : t(`main:point.held.${kind}At`, values)}
    >
      <p>
        {levelRow.until ? (
          <>
            {t('main:point.held.until')} <b>{format.minute(levelRow.until, zone)}</b> (
            <Time at={levelRow.until} timeZone={zone} />)
          </>
        ) : (
          t('main:point.held.endless')
        )}
        {levelRow.reason && (
          <>
            {' · '}
            <bdi>{levelRow.reason}</bdi>
          </>
        )}
      </p>
      {!levelRow.isActive && <p>{t('main:point.held.notEffective', { level: active ?? '' })}</p>}
      {release?.href && (
        <ReleaseButton
          action={release.href}
          formKey={release.formKey}
          seen={release.seen}
          label={t(`main:point.held.${kind}Back`)}
        />
      )}
    </Notice>
  )
}
