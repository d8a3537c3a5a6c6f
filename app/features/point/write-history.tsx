/** The write history of a point: author, time, level, values and reason of each write and release. */

import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { PointData } from './point-page.server'
import type { PointWrite } from './point-write'
import { pointValueText, type ValueFormat } from './shared/value'

export function WriteHistory({
  writes,
  meaning,
  timeZone,
}: {
  writes: PointData['writes']
  meaning: ValueFormat
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  if (!writes.ok) return <Unavailable detail={serviceProblemText(t, writes.problem)} />
  const text = (value: PointWrite['old']) => pointValueText({ t, format }, meaning, value)
  return (
    <>
      {writes.value.isFromTrail && (
        <p className="border-b border-line px-4 py-2 text-soft">{t('main:point.writesOfTrail')}</p>
      )}
      <Table
        caption={t('main:point.writes')}
        rows={writes.value.writes}
        rowKey={({ at, level, action }) => `${at} ${level} ${action}`}
        empty={<p className="px-4 py-3 text-soft">{t('main:point.noWrites')}</p>}
        columns={[
          {
            key: 'what',
            title: t('main:point.what'),
            isRowHeader: true,
            cell: ({ action, level, new: value }) => t(`main:point.action.${action}`, { value: text(value), level }),
          },
          { key: 'from', title: t('main:point.before'), cell: ({ old }) => <bdi>{text(old)}</bdi> },
          {
            key: 'by',
            title: t('main:point.by'),
            cell: ({ by, action }) =>
              by ? (
                <bdi>{by}</bdi>
              ) : (
                <span className="text-faint">
                  {t(action === 'expiry' ? 'main:point.byTime' : 'main:point.byNobodyKnown')}
                </span>
              ),
          },
          { key: 'at', title: t('field.time'), cell: ({ at }) => <Time at={at} timeZone={timeZone} /> },
          { key: 'why', title: t('field.reason'), cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
        ]}
      />
    </>
  )
}
