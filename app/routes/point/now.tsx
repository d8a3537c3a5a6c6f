/** The present value of a point, its time and quality, and the levels set by people. */
import { useT } from '~/i18n/use-t'
import { QualityBadge, ReadAt, Reading } from '~/things/point/states'
import { valueText } from '~/things/point/value'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { GiveBack } from './control'
import type { PointData } from './point-page.server'

export function Now({ data }: { data: PointData }) {
  const t = useT()
  const { row, timeZone } = data
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-3xl font-semibold">
          <Reading point={row} />
        </span>
        <QualityBadge id={row.id} quality={row.quality} />
        {row.at && (
          <span className="text-soft">
            {t('main:point.readAt')} <ReadAt id={row.id} at={row.at} timeZone={timeZone ?? undefined} />
          </span>
        )}
      </p>
      {row.isByHand && <Notice tone="warn" quiet title={t('main:point.byHandText')} />}
      {data.levels
        .filter(({ value, level }) => value !== null && isOurs(level))
        .map((held) => (
          <Held key={held.level} held={held} data={data} />
        ))}
    </div>
  )
}

/** Levels written by people: emergency, override, and the set value. */
const ours = { 1: 'emergency', 8: 'override', 16: 'set' } as const
const isOurs = (level: number): level is keyof typeof ours => level in ours

/** Shows who set a level, the value, the end and the reason. */
function Held({
  held,
  data: { row, timeZone, control, levels },
}: {
  held: PointData['levels'][number]
  data: PointData
}) {
  const t = useT()
  const format = useFormat()
  const zone = timeZone ?? undefined
  const said = {
    value: valueText({ t, format }, row.meaning, held.value),
    by: held.by ?? '',
    level: held.level,
  }
  const level = isOurs(held.level) ? held.level : 16
  const kind = ours[level]
  const active = levels.find(({ isActive }) => isActive)?.level
  const back = control?.giveBack[level]
  return (
    <Notice
      tone={kind === 'emergency' ? 'danger' : kind === 'override' ? 'warn' : 'info'}
      quiet
      title={held.by ? t(`main:point.held.${kind}By`, said) : t(`main:point.held.${kind}At`, said)}
    >
      <p>
        {held.until ? (
          <>
            {t('main:point.held.until')} <b>{format.minute(held.until, zone)}</b> (
            <Time at={held.until} timeZone={zone} />)
          </>
        ) : (
          t('main:point.held.endless')
        )}
        {held.reason && (
          <>
            {' · '}
            <bdi>{held.reason}</bdi>
          </>
        )}
      </p>
      {!held.isActive && <p>{t('main:point.held.notEffective', { level: active ?? '' })}</p>}
      {back?.href && (
        <GiveBack action={back.href} formKey={back.formKey} seen={back.seen} label={t(`main:point.held.${kind}Back`)} />
      )}
    </Notice>
  )
}
