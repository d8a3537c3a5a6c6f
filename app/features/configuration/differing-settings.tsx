/** The saved, sent and running values of a controller where they differ. */
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'
import { settingAt, settingText } from './shared/configuration'
import { type SettingValue, settingValueText } from './shared/kind'

interface Row {
  path: string
  saved: SettingValue
  sent: SettingValue
  running: SettingValue
}

export interface SettingComparison {
  rows: readonly Row[]
  wasSent: boolean
  isRunningKnown: boolean
  changedBy: string | null
  changedAt: string | null
}

/** `comparison` is null where the backend does not report it. */
export function DifferingSettings({
  comparison,
  timeZone,
}: {
  comparison: SettingComparison | null
  timeZone: string | null
}) {
  const t = useT()
  const text = (path: string, value: SettingValue) =>
    settingValueText(t, settingAt(path), value) ?? t('difference.empty')
  const columns: TableColumn<Row>[] = [
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
        comparison?.wasSent ? <bdi>{text(path, sent)}</bdi> : t('main:configuration.device.neverSent'),
    },
    {
      key: 'running',
      title: t('main:configuration.device.runningValue'),
      cell: ({ path, running }) =>
        comparison?.isRunningKnown ? <bdi>{text(path, running)}</bdi> : t('main:configuration.device.notKnown'),
    },
  ]
  const hasRows = comparison !== null && comparison.rows.length > 0
  return (
    <Section title={t('main:configuration.device.differs')} flush={hasRows}>
      {hasRows ? (
        <Table
          caption={t('main:configuration.device.differsCaption')}
          rows={comparison.rows}
          rowKey={({ path }) => path}
          columns={columns}
        />
      ) : (
        <p>
          {t(comparison?.isRunningKnown ? 'main:configuration.device.inStep' : 'main:configuration.device.notKnown')}
        </p>
      )}
      {comparison?.changedBy && comparison.changedAt && (
        <p className={hasRows ? 'border-t border-line px-4 py-2 text-soft' : 'text-soft'}>
          {t('main:configuration.device.changedBy', { name: comparison.changedBy })},{' '}
          <Time at={comparison.changedAt} timeZone={timeZone ?? undefined} />
        </p>
      )}
    </Section>
  )
}
