/** The priority array of a point, strongest level first: value, author and end of each level. */
import { levelName } from '~/domain/priority-levels'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { LevelRow } from './point-page.server'
import { pointValueText, type ValueFormat } from './shared/value'

interface LevelsProps {
  levels: readonly LevelRow[]
  meaning: ValueFormat
  relinquishDefault: string | number | boolean | null
  timeZone: string | undefined
}

/** A level, or a range of free levels that have no name of their own. */
type ShownLevel = LevelRow & { last: number }

export function Levels({ levels, meaning, relinquishDefault, timeZone }: LevelsProps) {
  const t = useT()
  const format = useFormat()
  const defaultText = pointValueText({ t, format }, meaning, relinquishDefault)
  return (
    <>
      <Grid {...{ levels: foldFree(levels), meaning, timeZone }} />
      <p className="border-t border-line px-4 py-2 text-soft">{t('main:point.whenFree', { value: defaultText })}</p>
    </>
  )
}

function foldFree(levels: readonly LevelRow[]): ShownLevel[] {
  const shown: ShownLevel[] = []
  const canFold = ({ level, value }: LevelRow) => value === null && levelName(level) === 'free'
  for (const one of levels) {
    const before = shown.at(-1)
    if (before && canFold(before) && canFold(one)) before.last = one.level
    else shown.push({ ...one, last: one.level })
  }
  return shown
}

function Grid({
  levels,
  meaning,
  timeZone,
}: Pick<LevelsProps, 'meaning' | 'timeZone'> & { levels: readonly ShownLevel[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Table
      caption={t('main:point.levels')}
      rows={levels}
      rowKey={({ level }) => String(level)}
      columns={[
        {
          key: 'level',
          title: t('main:point.level'),
          isRowHeader: true,
          cell: ({ level, last, value }) => (
            <span className={value === null ? 'font-normal text-faint' : ''}>
              {last > level ? `${level}–${last}` : level}{' '}
              <span className="font-normal">{t(`main:point.levelName.${levelName(level)}`)}</span>
            </span>
          ),
        },
        {
          key: 'value',
          title: t('main:point.value'),
          cell: ({ value, isActive }) =>
            value === null ? (
              <span className="no-value" />
            ) : (
              <>
                <bdi>{pointValueText({ t, format }, meaning, value)}</bdi>{' '}
                {isActive && <Badge tone="info">{t('main:point.inEffect')}</Badge>}
              </>
            ),
        },
        {
          key: 'by',
          title: t('main:point.by'),
          cell: ({ value, by, schedule, at, reason }) =>
            value === null ? null : (
              <>
                {by ? (
                  <bdi>{by}</bdi>
                ) : schedule ? (
                  <bdi>{t('main:point.bySchedule', { name: schedule })}</bdi>
                ) : (
                  <span className="text-faint">{t('main:point.byNobodyKnown')}</span>
                )}
                {at && (
                  <span className="text-soft">
                    {' '}
                    <Time at={at} timeZone={timeZone} />
                  </span>
                )}
                {reason && (
                  <span className="block text-soft">
                    <bdi>{reason}</bdi>
                  </span>
                )}
              </>
            ),
        },
        {
          key: 'until',
          title: t('main:point.until'),
          cell: ({ value, until }) =>
            value === null ? null : until ? (
              <Time at={until} timeZone={timeZone} />
            ) : (
              <span className="text-faint">{t('main:point.noEnd')}</span>
            ),
        },
      ]}
    />
  )
}
