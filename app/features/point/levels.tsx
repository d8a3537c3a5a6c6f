/** The priority array of a point, strongest level first: value, author and end of each level. */
import { levelName } from '~/domain/priority-levels'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Disclosure } from '~/ui/disclosure'
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

export function Levels({ levels, meaning, relinquishDefault, timeZone }: LevelsProps) {
  const t = useT()
  const format = useFormat()
  const commanded = levels.filter(({ value }) => value !== null)
  const defaultText = pointValueText({ t, format }, meaning, relinquishDefault)
  return (
    <>
      {commanded.length > 0 ? (
        <Grid caption={t('main:point.levelsTaken')} {...{ levels: commanded, meaning, timeZone }} />
      ) : (
        <p className="px-4 py-3">{t('main:point.noneTaken')}</p>
      )}
      <p className="border-t border-line px-4 py-2 text-soft">{t('main:point.whenFree', { value: defaultText })}</p>
      <Disclosure title={t('main:point.allLevels')} className="border-t border-line px-4 py-2">
        <Grid caption={t('main:point.allLevels')} {...{ levels, meaning, timeZone }} />
      </Disclosure>
    </>
  )
}

function Grid({ caption, levels, meaning, timeZone }: Omit<LevelsProps, 'relinquishDefault'> & { caption: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <Table
      caption={caption}
      rows={levels}
      rowKey={({ level }) => String(level)}
      columns={[
        {
          key: 'level',
          title: t('main:point.level'),
          isRowHeader: true,
          cell: ({ level }) => (
            <>
              {level} <span className="font-normal text-soft">{t(`main:point.levelName.${levelName(level)}`)}</span>
            </>
          ),
        },
        {
          key: 'value',
          title: t('main:point.value'),
          cell: ({ value, isActive }) =>
            value === null ? (
              <span className="text-faint">–</span>
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
