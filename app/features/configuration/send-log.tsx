import type { LogLine } from '#contracts/device-configuration'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { EmptyState, type Offer } from '~/ui/empty-state'
import { Table } from '~/ui/table'
import { LogTime } from '~/ui/time'

const tones = { debug: 'neutral', info: 'info', warning: 'warn', error: 'danger' } as const satisfies Record<
  LogLine['level'],
  Tone
>

/** The steps of a send or a build that have words; those of another backend are shown as they are. */
const steps = [
  'queue',
  'transfer',
  'apply',
  'reconnect',
  'rollback',
  'confirm',
  'load',
  'unzip',
  'validate',
  'compile',
  'package',
] as const

function stepText(t: Translate, step: string): string {
  const known = steps.find((name) => name === step)
  return known ? t(`main:configuration.device.steps.${known}`) : step
}

/** The log of a send or a build in the controller's own words, newest line first (domain §5.4). */
export function SendLog({
  caption,
  lines,
  timeZone,
  empty,
  offers,
}: {
  caption: string
  lines: readonly LogLine[]
  timeZone: string | undefined
  empty?: { title: string; text: string } | undefined
  /** The next steps out of an empty log. */
  offers: readonly Offer[]
}) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={lines.map((line, at) => ({ ...line, key: `${line.timestamp} ${at}` }))}
      rowKey={({ key }) => key}
      empty={
        <EmptyState title={empty?.title ?? t('main:configuration.device.logEmpty')} offers={offers}>
          {empty?.text ?? t('main:configuration.device.logEmptyText')}
        </EmptyState>
      }
      columns={[
        {
          key: 'time',
          title: t('main:configuration.device.column.time'),
          cell: ({ timestamp }) => <LogTime at={timestamp} timeZone={timeZone} showOwn={false} />,
        },
        {
          key: 'level',
          title: t('main:configuration.device.column.level'),
          cell: ({ level }) => <Badge tone={tones[level]}>{t(`main:configuration.device.level.${level}`)}</Badge>,
        },
        {
          key: 'step',
          title: t('main:configuration.device.column.step'),
          cell: ({ step }) => (step ? <span title={step}>{stepText(t, step)}</span> : ''),
        },
        {
          key: 'attempt',
          title: t('main:configuration.device.column.attempt'),
          align: 'end',
          cell: ({ attempt }) => attempt ?? '',
        },
        {
          key: 'message',
          title: t('main:configuration.device.column.message'),
          isRowHeader: true,
          cell: ({ message }) => <bdi className="font-normal">{message}</bdi>,
        },
        {
          key: 'code',
          title: t('main:configuration.device.column.code'),
          cell: ({ code }) => (code ? <code>{code}</code> : ''),
        },
      ]}
    />
  )
}
