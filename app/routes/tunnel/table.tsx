/** Tunnels in rows: where to, who, why, until when (journey 9). */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { type Column, Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { CloseButton } from './close-button'
import type { TunnelRow } from './row'
import { isService, TunnelState } from './state'

export type ListedTunnel = TunnelRow & { formKey: string }

export function TunnelTable({
  caption,
  rows,
  mayClose,
  hasDevice = false,
  timeZone,
  empty,
}: {
  caption: string
  rows: readonly ListedTunnel[]
  mayClose: boolean
  /** On the customer's list the rows are named by their controllers. */
  hasDevice?: boolean
  timeZone?: string | undefined
  empty?: React.ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const service = (row: TunnelRow) =>
    isService(row.service) ? t(`main:tunnel.service.${row.service}`) : row.service || t('word.unknown')
  const time = (at: string | null) => at && <Time at={at} timeZone={timeZone} />
  const named: Column<ListedTunnel>[] = hasDevice
    ? [
        {
          key: 'device',
          title: t('entity.device'),
          isRowHeader: true,
          cell: (row) => (
            <>
              <A href={row.device?.href ?? ''}>
                <bdi>{row.device?.name ?? row.tunnelId}</bdi>
              </A>
              <bdi className="block text-sm font-normal text-soft">{row.device?.location}</bdi>
            </>
          ),
        },
        { key: 'service', title: t('main:tunnel.to'), cell: service },
      ]
    : [
        {
          key: 'service',
          title: t('main:tunnel.to'),
          isRowHeader: true,
          cell: (row) => (row.href ? <A href={row.href}>{service(row)}</A> : service(row)),
        },
      ]
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.tunnelId}
      empty={empty}
      columns={[
        ...named,
        { key: 'who', title: t('main:tunnel.who'), cell: (row) => <bdi>{row.by || t('word.unknown')}</bdi> },
        {
          key: 'why',
          title: t('main:tunnel.why'),
          cell: (row) =>
            row.why ? <bdi>{row.why}</bdi> : <span className="text-faint">{t('main:tunnel.noReason')}</span>,
        },
        { key: 'opened', title: t('main:tunnel.openedAt'), cell: (row) => time(row.openedAt) },
        {
          key: 'until',
          title: t('main:tunnel.until'),
          cell: (row) =>
            time(row.isLive ? row.endsAt : (row.closedAt ?? row.endsAt)) ?? (
              <span className="text-warn">{t('main:tunnel.noEnd')}</span>
            ),
        },
        { key: 'state', title: t('field.state'), cell: (row) => <TunnelState tunnel={row} /> },
        ...(mayClose
          ? [
              {
                key: 'close',
                title: t('main:tunnel.change'),
                cell: (row: ListedTunnel) =>
                  row.isLive &&
                  row.href && (
                    <CloseButton
                      small
                      action={row.href}
                      formKey={row.formKey}
                      list={hasDevice}
                      name={[row.device?.name, service(row), row.openedAt && format.dateTime(row.openedAt, timeZone)]
                        .filter(Boolean)
                        .join(', ')}
                    />
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}
