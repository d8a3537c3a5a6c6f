/** The send state of each kind of configuration of a controller (spec §3, §4). */

import type { DeviceStatus } from '#contracts/device-configuration'
import type { ConfigurationType, ProcessState, SendState } from '#contracts/site'
import type { Panel } from '~/backend/reader.server'
import { isWaiting } from '~/domain/send-state'
import { configurationTypeOf, kindNames } from '~/features/configuration/shared/kind'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import { ProcessStateBadge, SendStateBadge, type SendStateName } from '~/ui/states'
import { Time } from '~/ui/time'

export interface ConfigurationRow {
  type: ConfigurationType
  send: SendStateName
  /** Graphics files only. */
  process: ProcessState | null
  fileName: string | null
  isDirty: boolean
  lastSentTime: string | null
}

const types = kindNames.map((kind) => configurationTypeOf[kind])

/** Returns the rows of the panel; without the `userAdmin` flag, users are omitted (spec §6). */
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

/** One badge per kind, with the time of the last send. */
export function ConfigurationFacts({
  rows,
  timeZone,
}: {
  rows: readonly ConfigurationRow[]
  timeZone?: string | undefined
}) {
  const t = useT()
  if (rows.length === 0) return <p className="text-soft">{t('main:device.noConfiguration')}</p>
  return (
    <Facts
      facts={rows.map((row) => ({
        term: t(`main:device.configurationType.${row.type}`),
        value: (
          <span className="flex flex-wrap items-center gap-x-3">
            <SendStateBadge state={row.send} />{' '}
            {row.process && row.process !== 'completed' && <ProcessStateBadge state={row.process} />}{' '}
            {row.isDirty && row.send !== 'notSet' && <Badge tone="warn">{t('device.unsent')}</Badge>}{' '}
            {row.lastSentTime && (
              <span className="text-soft">
                <Time at={row.lastSentTime} timeZone={timeZone} />
              </span>
            )}
            {row.fileName && <bdi className="basis-full text-soft">{row.fileName}</bdi>}
          </span>
        ),
      }))}
    />
  )
}
