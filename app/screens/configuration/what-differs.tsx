/** The saved, sent and running values of a controller where they differ. */
import { useT } from '~/i18n/use-t'
import { settingAt, settingText } from '~/things/configuration'
import { Section } from '~/ui/page'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { type SettingValue, valueText } from './kind'

interface Row {
  path: string
  saved: SettingValue
  sent: SettingValue
  running: SettingValue
}

export interface Differs {
  rows: readonly Row[]
  wasSent: boolean
  isRunningKnown: boolean
  changedBy: string | null
  changedAt: string | null
}

/** `comparison` is null where the backend does not report it. */
export function WhatDiffers({ differs, timeZone }: { differs: Differs | null; timeZone: string | null }) {
  const t = useT()
  const text = (path: string, value: SettingValue) => valueText(t, settingAt(path), value) ?? t('difference.empty')
  const columns: Column<Row>[] = [
    {
      key: 'setting',
      title: t('main:configuration.device.setting'),
      isRowHeader: true,
      cell: ({ path }) => settingText(t, path),
    },
    {
      key: 'saved',
      title: t('main:configuration.device.savedValue'),
      cell: ({ path, saved }) => <bdi>{text(path, saved)}</bdi>,
    },
    {
      key: 'sent',
      title: t('main:configuration.device.sentValue'),
      cell: ({ path, sent }) =>
        differs?.wasSent ? <bdi>{text(path, sent)}</bdi> : t('main:configuration.device.neverSent'),
    },
    {
      key: 'running',
      title: t('main:configuration.device.runningValue'),
      cell: ({ path, running }) =>
        differs?.isRunningKnown ? <bdi>{text(path, running)}</bdi> : t('main:configuration.device.notKnown'),
    },
  ]
  const hasRows = differs !== null && differs.rows.length > 0
  return (
    <Section title={t('main:configuration.device.differs')} flush={hasRows}>
      {hasRows ? (
        <Table
          caption={t('main:configuration.device.differsCaption')}
          rows={differs.rows}
          rowKey={({ path }) => path}
          columns={columns}
        />
      ) : (
        <p>{t(differs?.isRunningKnown ? 'main:configuration.device.inStep' : 'main:configuration.device.notKnown')}</p>
      )}
      {differs?.changedBy && differs.changedAt && (
        <p className={hasRows ? 'border-t border-line px-4 py-2 text-soft' : 'text-soft'}>
          {t('main:configuration.device.changedBy', { name: differs.changedBy })},{' '}
          <Time at={differs.changedAt} timeZone={timeZone ?? undefined} />
        </p>
      )}
    </Section>
  )
}
