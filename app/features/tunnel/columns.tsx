/** Columns of the list of tunnels: target, author, reason, end (journey 9). */

import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import type { FilterFields } from '~/kit/list/filter'
import type { ListColumn, ListView } from '~/kit/list/view'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'
import { CloseButton } from './close-button'
import type { TunnelListRow } from './row'
import { isService, TunnelState } from './state'

/** With the idempotency key of its close button, where the row has one. */
export type TunnelListItem = TunnelListRow & { formKey?: string }

type TunnelColumn = ListColumn<TunnelListItem>

export const tunnelFields = {} as const satisfies FilterFields

/** The open tunnels of a customer, by controller. */
export function tunnelView({ mayClose }: { mayClose: boolean }): ListView<typeof tunnelFields, TunnelListItem> {
  return {
    fields: tunnelFields,
    columns: [
      device,
      { key: 'hostId', title: (t) => t('main:device.hostId'), text: (row) => row.device?.hostId, only: 'file' },
      { key: 'location', title: (t) => t('field.location'), text: (row) => row.device?.location, only: 'file' },
      service,
      { key: 'port', title: (t) => t('main:tunnel.port'), text: ({ port }) => port, only: 'file' },
      ...commonColumns(undefined),
      {
        key: 'legacy',
        title: (t) => t('main:tunnel.legacy'),
        text: ({ isLegacy }, t) => t(isLegacy ? 'word.yes' : 'word.no'),
        only: 'file',
      },
      ...(mayClose ? [closeColumn({ isOfCustomer: true })] : []),
    ],
    keyOf,
    count: (t, total) => countText(t, 'tunnels', total),
    words: {
      none: emptyWords,
      empty: emptyWords,
      partial: (t) => ({ title: t('main:tunnel.partial'), text: t('main:tunnel.partialText') }),
    },
  }
}

/** The tunnels of one controller, in the time zone of its site. */
export function tunnelsOfDevice({ mayClose, timeZone }: { mayClose: boolean; timeZone: string | undefined }) {
  const serviceColumn: TunnelColumn = {
    ...service,
    isRowHeader: true,
    cell: (row, { t }) => (row.href ? <A href={row.href}>{serviceText(t, row)}</A> : serviceText(t, row)),
  }
  return {
    keyOf,
    columns: [serviceColumn, ...commonColumns(timeZone), ...(mayClose ? [closeColumn({ timeZone })] : [])],
  }
}

const keyOf = ({ tunnelId }: TunnelListRow) => tunnelId

const emptyWords = (t: Translate) => ({ title: t('main:tunnel.noneHere'), text: t('main:tunnel.noneText') })

const serviceText = (t: Translate, { service: name }: TunnelListRow) =>
  isService(name) ? t(`main:tunnel.service.${name}`) : name || t('word.unknown')

const device: TunnelColumn = {
  key: 'device',
  title: (t) => t('entity.device'),
  isRowHeader: true,
  text: (row) => row.device?.name ?? row.tunnelId,
  cell: (row) => (
    <A href={row.device?.href ?? ''}>
      <bdi>{row.device?.name ?? row.tunnelId}</bdi>
    </A>
  ),
}

const service: TunnelColumn = {
  key: 'service',
  title: (t) => t('main:tunnel.to'),
  text: (row) => row.service,
  cell: (row, { t }) => serviceText(t, row),
}

const commonColumns = (timeZone: string | undefined): TunnelColumn[] => [
  {
    key: 'who',
    title: (t) => t('main:tunnel.who'),
    text: ({ by }) => by,
    cell: ({ by }, { t }) => <bdi>{by || t('word.unknown')}</bdi>,
  },
  {
    key: 'why',
    title: (t) => t('main:tunnel.why'),
    text: ({ why }) => why,
    cell: ({ why }, { t }) =>
      why ? <bdi>{why}</bdi> : <span className="text-faint">{t('main:tunnel.noReason')}</span>,
  },
  {
    key: 'opened',
    width: 'when',
    title: (t) => t('main:tunnel.openedAt'),
    text: ({ openedAt }) => openedAt,
    cell: ({ openedAt }) => openedAt && <Time at={openedAt} timeZone={timeZone} />,
  },
  {
    key: 'until',
    width: 'when',
    title: (t) => t('main:tunnel.until'),
    text: ({ endsAt }) => endsAt,
    cell: (row, { t }) => {
      const until = row.isLive ? row.endsAt : (row.closedAt ?? row.endsAt)
      return until ? (
        <Time at={until} timeZone={timeZone} />
      ) : (
        <span className="text-warn">{t('main:tunnel.noEnd')}</span>
      )
    },
  },
  {
    key: 'state',
    width: 'how',
    title: (t) => t('field.state'),
    text: ({ status }, t) => status && t(`main:tunnel.status.${status}`),
    cell: (row) => <TunnelState tunnel={row} />,
  },
]

const closeColumn = ({
  isOfCustomer,
  timeZone,
}: {
  isOfCustomer?: true
  timeZone?: string | undefined
}): TunnelColumn => ({
  key: 'close',
  title: (t) => t('main:tunnel.change'),
  text: () => null,
  only: 'page',
  cell: (row, { t, format }) =>
    row.isLive &&
    row.href &&
    row.formKey && (
      <CloseButton
        small
        action={row.href}
        formKey={row.formKey}
        list={isOfCustomer}
        name={[row.device?.name, serviceText(t, row), row.openedAt && format.dateTime(row.openedAt, timeZone)]
          .filter(Boolean)
          .join(', ')}
      />
    ),
})
