/** Columns of the device list: name, location, host id, model, connection and packages. */
import type { ReactNode } from 'react'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { badge } from '~/ui/badge'
import { CountCell } from '~/ui/count-cell'
import { connectionBadge, onboardedBadge } from '~/ui/states'
import { deviceFields } from './filter'
import type { DeviceRow } from './row'

const nameOptions = {
  title: (t: Translate) => t('field.name'),
  text: (row: DeviceRow) => row.name,
  isFromPage: true,
}

const place: ListColumn<DeviceRow> = {
  key: 'place',
  title: (t) => t('field.location'),
  width: 'place',
  text: (row) => row.location,
  cell: (row) => <PlacePath path={row.location} />,
  only: 'page',
}

/** Returns a column that a reader can add. */
const optional = (
  column: Pick<ListColumn<DeviceRow>, 'key' | 'title' | 'text' | 'cell' | 'width' | 'isMono' | 'align'>,
): ListColumn<DeviceRow> => ({ ...column, isOptional: true, isOnDemand: true })

const optionalColumns: readonly ListColumn<DeviceRow>[] = [
  optional({
    key: 'alarms',
    title: (t) => t('main:view.alarms'),
    align: 'end',
    text: ({ added }) => added?.alarms?.count,
    cell: ({ added }) => added?.alarms && <CountCell value={added.alarms.count} href={added.alarms.href} />,
  }),
  optional({
    key: 'address',
    title: (t) => t('main:device.address'),
    width: 'code',
    isMono: true,
    text: ({ added }) => added?.address,
    cell: ({ added }) => added?.address,
  }),
  optional({ key: 'site', title: (t) => t('entity.site'), width: 'how', text: ({ site }) => site }),
  optional({ key: 'building', title: (t) => t('entity.building'), width: 'how', text: ({ building }) => building }),
  optional({ key: 'space', title: (t) => t('entity.space'), width: 'how', text: ({ space }) => space }),
  optional({
    key: 'spaceServed',
    title: (t) => t('main:device.spaceServed'),
    width: 'how',
    text: ({ added }) => added?.spaceServed,
  }),
  optional({
    key: 'product',
    title: (t) => t('main:device.product'),
    width: 'place',
    text: ({ model }) => model || null,
  }),
  optional({
    key: 'description',
    title: (t) => t('field.description'),
    width: 'place',
    text: ({ added }) => added?.description,
  }),
]

/** Columns that are the same in every device list. */
const commonColumns: readonly ListColumn<DeviceRow>[] = [
  {
    key: 'hostId',
    title: (t) => t('main:device.hostId'),
    width: 'code',
    isMono: true,
    text: (row) => row.hostId,
    cell: (row, { t }) => row.hostId || <span className="text-faint">{t('word.none')}</span>,
  },
  {
    key: 'model',
    title: (t) => t('main:device.model'),
    width: 'kind',
    isSpare: true,
    text: (row) => row.type,
    // A catalogue code, not text typed by a person, so it needs no `bdi`.
    cell: (row) => row.type,
  },
  { key: 'location', title: (t) => t('main:device.csv.location'), text: (row) => row.location, only: 'file' },
  {
    key: 'onboarded',
    title: (t) => t('main:device.csv.onboarded'),
    text: (row, t) => t(row.isOnboarded ? 'word.yes' : 'word.no'),
    only: 'file',
  },
  {
    key: 'connected',
    title: (t) => t('main:device.csv.connected'),
    text: (row, t) => t(row.isConnected ? 'word.yes' : 'word.no'),
    only: 'file',
  },
  {
    key: 'state',
    title: (t) => t('field.state'),
    width: 'how',
    text: () => null,
    cell: (row, { t }) => deviceState(t, row),
    only: 'page',
  },
  {
    key: 'packages',
    title: (t) => t('main:device.packages'),
    width: 'how',
    text: () => null,
    cell: ({ packageStatus }, { t }) => packageSummary(t, packageStatus),
    only: 'page',
  },
  {
    key: 'installed',
    title: (t) => t('main:device.csv.packages'),
    text: ({ packageStatus }) => packageStatus.total,
    only: 'file',
  },
  {
    key: 'outdated',
    title: (t) => t('main:device.csv.outdated'),
    text: ({ packageStatus }) => packageStatus.outdated,
    only: 'file',
  },
]

export const deviceView: ListView<typeof deviceFields, DeviceRow> = {
  fields: deviceFields,
  columns: [{ ...nameColumn(nameOptions), width: 'text' }, place, ...commonColumns, ...optionalColumns],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'devices', total),
  words: {
    none: (t) => ({ title: t('main:device.noneTitle'), text: t('main:device.noneText') }),
    empty: (t) => ({ title: t('main:device.emptyTitle'), text: t('main:device.emptyText') }),
    partial: (t) => ({ title: t('main:device.partialTitle'), text: t('main:device.partialText') }),
  },
  presetLabels: {
    offline: (t) => t('device.offline'),
    outdated: (t) => t('main:device.outdatedPackages'),
    notOnboarded: (t) => t('device.notOnboarded'),
  },
  choice: {
    name: 'device',
    nameOf: (row) => row.name,
    bulkActions: {
      network: (t) => t('main:network.change'),
      deploy: (t) => t('main:device.deploy'),
      delete: (t) => t('main:device.delete'),
    },
    danger: ['delete'],
  },
}

/** Returns the list without the optional columns that the person may not read. */
export const withoutUnreadable = (
  view: typeof deviceView,
  access: Readonly<Record<'alarms' | 'address', boolean>>,
): typeof deviceView => ({
  ...view,
  columns: view.columns.filter(({ key }) => access[key as keyof typeof access] !== false),
})

/** The device list inside a place, without the location column. */
export const devicesInPlace: typeof deviceView = { ...deviceView, columns: [nameColumn(nameOptions), ...commonColumns] }

type StateOfRow = Pick<DeviceRow, 'isConnected' | 'isOnboarded' | 'isDeploying' | 'awaitsDeployment'>

/** Renders the state of a controller outside of a list. */
export function DeviceState({ row }: { row: StateOfRow }) {
  return deviceState(useT(), row)
}

/**
 * Returns the state of a controller as a plain function, since a list has many. One that is not onboarded cannot be
 * connected, so only one of the two is shown.
 */
function deviceState(t: Translate, { isConnected, isOnboarded, isDeploying, awaitsDeployment }: StateOfRow): ReactNode {
  if (!isOnboarded) return onboardedBadge(t, false)
  if (!isDeploying) return connectionBadge(t, isConnected)
  return (
    <>
      {connectionBadge(t, isConnected)}{' '}
      {awaitsDeployment ? badge('neutral', t('device.awaitsDeployment')) : badge('progress', t('device.deploying'))}
    </>
  )
}

function packageSummary(t: Translate, { outdated, total }: DeviceRow['packageStatus']): ReactNode {
  if (total === 0) return <span className="text-faint">{t('main:device.noPackages')}</span>
  return outdated > 0
    ? badge('warn', t('main:device.outdatedOf', { count: outdated, total }))
    : badge('ok', t('main:device.allUpToDate', { count: total }))
}
