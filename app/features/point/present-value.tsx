/** The present value of a point, its time and quality, and the levels set by people. */
import type { ReactNode } from 'react'
import { levelName } from '~/domain/priority-levels'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { PointData } from './point-page.server'
import { PointReading, QualityBadge, ReadAt } from './shared/states'
import { pointValueText, rangeText } from './shared/value'
import { ReleaseButton } from './write-controls'

/**
 * The value and its time stay where they are while they are live; what people hold is read again when it changes. The
 * controls come after the value, beside it where there is room.
 */
export function PresentValue({ data, controls }: { data: PointData; controls: ReactNode }) {
  const t = useT()
  const { row, timeZone } = data
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="present-value">
            <PointReading point={row} />
          </span>
          <QualityBadge id={row.id} quality={row.quality} />
          {row.at && (
            <span className="text-soft">
              {t('main:point.readAt')} <ReadAt id={row.id} at={row.at} timeZone={timeZone ?? undefined} />
            </span>
          )}
        </p>
        <div className="no-print flex flex-wrap items-center gap-2 text-sm text-soft">{controls}</div>
      </div>
      <div data-live-part="held" className="flex flex-col gap-3 empty:hidden">
        <Origin data={data} />
        {row.isLocalOverride && <Notice tone="warn" quiet title={t('main:point.byHandText')} />}
        {data.levels
          .filter(({ value, level }) => value !== null && isManual(level))
          .map((levelRow) => (
            <ManualLevel key={levelRow.level} levelRow={levelRow} data={data} />
          ))}
      </div>
    </div>
  )
}

/** A line of facts: the limits of the value, and the level that decides it, with its author. */
function Origin({ data: { row, point, levels, timeZone } }: { data: PointData }) {
  const t = useT()
  const format = useFormat()
  const range = rangeText({ t, format }, row.valueFormat, point)
  const active = levels.find(({ isActive }) => isActive)
  const author = active?.by ?? (active?.schedule && t('main:point.bySchedule', { name: active.schedule }))
  if (!range && levels.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
      {range && (
        <span>
          {t('word.titled', { title: t('main:point.range') })} <bdi>{range}</bdi>
        </span>
      )}
      {active ? (
        <span>
          {t('word.titled', { title: t('main:point.inEffect') })} {t('main:point.levelNumber', { level: active.level })}
          , {t(`main:point.levelName.${levelName(active.level)}`)}
          {author && (
            <>
              {' · '}
              <bdi>{author}</bdi>
            </>
          )}
          {active.at && (
            <>
              {' · '}
              <Time at={active.at} timeZone={timeZone ?? undefined} />
            </>
          )}
        </span>
      ) : (
        levels.length > 0 && <span>{t('main:point.noneTaken')}</span>
      )}
    </p>
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
