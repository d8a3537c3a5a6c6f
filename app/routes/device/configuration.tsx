/** Where each kind of configuration of a controller stands (spec §3, §4). */

import type { DeviceStatus } from '#contracts/device-configuration'
import type { ConfigurationType, ProcessState, SendState } from '#contracts/site'
import type { Panel } from '~/backend/reader.server'
import { isWaiting } from '~/domain/send-state'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { ProcessStateBadge, SendStateBadge, type SendStateShown } from '~/ui/states'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'

export interface ConfigurationRow {
  type: ConfigurationType
  send: SendStateShown
  /** Of graphics files only. */
  process: ProcessState | null
  fileName: string | null
  isDirty: boolean
  lastSentTime: string | null
}

const types = ['gfx', 'network', 'bacnet', 'time', 'users'] as const satisfies readonly ConfigurationType[]

/** The rows of the panel; without the userAdmin flag the users are left out (spec §6). */
export function configurationRows(
  info: Panel<DeviceStatus>,
  { isConnected, hasUsers }: { isConnected: boolean; hasUsers: boolean },
) {
  if (!info.ok) return info
  const rows = types.flatMap((type): ConfigurationRow[] => {
    const state = info.value[type]
    if (!state || (type === 'users' && !hasUsers)) return []
    const send = (state.sendState || 'notSet') as SendState
    const gfx = type === 'gfx' ? info.value.gfx : null
    return [
      {
        type,
        send: isWaiting(send, isConnected) ? 'waiting' : send,
        process: gfx?.processState || null,
        fileName: gfx?.fileName || null,
        isDirty: state.isDirty === true,
        lastSentTime: state.lastSentTime ?? null,
      },
    ]
  })
  return { ok: true as const, rows }
}

export function ConfigurationTable({
  rows,
  timeZone,
}: {
  rows: readonly ConfigurationRow[]
  timeZone?: string | undefined
}) {
  const t = useT()
  const columns: Column<ConfigurationRow>[] = [
    {
      key: 'type',
      title: t('field.kind'),
      isRowHeader: true,
      cell: (row) => (
        <>
          {t(`main:device.configurationType.${row.type}`)}
          {row.fileName && <bdi className="block text-sm font-normal text-soft">{row.fileName}</bdi>}
        </>
      ),
    },
    {
      key: 'state',
      title: t('field.state'),
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <SendStateBadge state={row.send} />
          {row.process && row.process !== 'completed' && <ProcessStateBadge state={row.process} />}
          {row.isDirty && row.send !== 'notSet' && <Badge tone="warn">{t('device.unsent')}</Badge>}
        </span>
      ),
    },
    {
      key: 'sent',
      title: t('main:device.lastSent'),
      cell: (row) =>
        row.lastSentTime ? (
          <Time at={row.lastSentTime} timeZone={timeZone} />
        ) : (
          <span className="text-faint">{t('time.never')}</span>
        ),
    },
  ]
  return (
    <Table
      caption={t('main:device.configuration')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.type}
      empty={<p className="p-4 text-soft">{t('main:device.noConfiguration')}</p>}
    />
  )
}
