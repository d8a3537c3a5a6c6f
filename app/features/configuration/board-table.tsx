/** The rows of a configuration board, with bulk actions for the selected ones. */

import { isWaiting } from '~/domain/send-state'
import { href, placeParams } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { hasNoControllers, NoControllers, ReadFrom } from '~/kit/place/watched'
import type { Watched } from '~/kit/place/watched.server'
import { Badge } from '~/ui/badge'
import { BulkActions } from '~/ui/bulk'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form'
import { A } from '~/ui/link'
import { Pager } from '~/ui/pager'
import { ConnectionBadge, OnboardedBadge, ProcessStateBadge, SendStateBadge } from '~/ui/states'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'
import type { BoardData as Board } from './board.server'
import type { ControllerState, StatesPage } from './controller-states.server'
import type { KindName } from './shared/kind'
import { boardHref, type ConfigurationPlace, deviceConfigurationHref, sendingHref } from './shared/place'

export function BoardTable({ data, page }: { data: Board; page: StatesPage }) {
  const t = useT()
  const { at, shown, mayChange, maySend, mayCancel } = data
  const isFiltered = Boolean(shown.state || shown.search || shown.change)
  const boardSearch = { state: shown.state, q: shown.search, change: shown.change }
  const nextHref = page.next ? boardHref(at, { ...boardSearch, after: page.next }) : undefined
  const caption = t('main:configuration.controllers')
  // A page that refreshes itself would lose the selection.
  const canChoose = (mayChange || maySend) && page.rows.length > 0 && data.unclear.length === 0 && !data.isAuto
  const table = (
    <>
      <Table
        caption={caption}
        isLined
        columns={useColumns(data)}
        rows={page.rows}
        rowKey={({ id }) => id}
        empty={
          <NoRows
            kind={at.kind}
            isFiltered={isFiltered}
            mayHaveMore={page.next !== null}
            watched={data.watched}
            allHref={boardHref(at)}
          />
        }
        choice={canChoose ? { name: 'device', valueOf: ({ id }) => id, nameOf: ({ name }) => name } : undefined}
      />
      <Pager
        caption={caption}
        rowCount={page.rows.length}
        total={page.total ?? undefined}
        firstHref={shown.after ? boardHref(at, boardSearch) : undefined}
        nextHref={nextHref}
      />
    </>
  )
  if (!canChoose) return <div className="stacked-room">{table}</div>
  // One selection, two kinds of button: a send is posted, the others redirect with the selection in the address.
  return (
    <Form action={sendingHref(at)} hidden={{ state: shown.state, q: shown.search }} className="choices stacked-room">
      {table}
      <BulkActions all={selectAllOption(t, data, page)}>
        {mayChange && (
          <Button small look="primary" name="to" value="settings">
            {t(`main:${at.kind}.changeThese`)}
          </Button>
        )}
        {maySend && <Button small>{t('main:configuration.board.send')}</Button>}
        {maySend && at.kind === 'time' && (
          <Button small name="to" value="clocks">
            {t('main:time.setThese')}
          </Button>
        )}
        {mayCancel && (
          <Button small name="to" value="cancelling">
            {t('main:send.cancel.these')}
          </Button>
        )}
      </BulkActions>
    </Form>
  )
}

/**
 * Returns the "all that match" option, which reaches beyond this page; a change's own controllers are few enough to
 * tick.
 */
function selectAllOption(t: Translate, { shown, forMany }: Board, { rows, total: all, next }: StatesPage) {
  if (shown.change || !forMany) return undefined
  // Without a total, only a first page that is also the last has a known count.
  const total = all ?? (shown.after || next ? null : { count: rows.length, isCapped: false })
  return total && total.count > 1 && !total.isCapped
    ? { name: 'all', label: t('main:device.selectAll', { count: total.count }) }
    : undefined
}

function useColumns({ at, timeZone, mayReadLog }: Board): TableColumn<ControllerState>[] {
  const t = useT()
  return [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      cell: (row) => (
        <A href={deviceSettingsHref(at, row)}>
          <bdi>{row.name}</bdi>
        </A>
      ),
      whole: ({ name }) => name,
    },
    {
      key: 'hostId',
      title: t('main:device.hostId'),
      width: 'code',
      isSpare: !at.siteId,
      cell: ({ hostId }) => hostId && <span className="mono">{hostId}</span>,
    },
    ...(at.siteId
      ? []
      : [
          {
            key: 'site',
            title: t('entity.site'),
            whole: siteOf,
            cell: (row: ControllerState) => <bdi>{siteOf(row)}</bdi>,
          },
        ]),
    {
      key: 'connection',
      width: 'kind',
      title: t('main:configuration.device.connection'),
      // Onboarding assigns the host id: a controller without one was never connected.
      cell: ({ hostId, isConnected }) =>
        hostId || isConnected ? <ConnectionBadge isConnected={isConnected} /> : <OnboardedBadge isOnboarded={false} />,
    },
    {
      key: 'state',
      title: t('main:configuration.board.state'),
      cell: (row) => (
        <>
          {row.processState && row.processState !== 'completed' && (
            <>
              {t('word.titled', { title: t('main:graphics.build') })} <ProcessStateBadge
                state={row.processState}
              />{' '}
            </>
          )}
          {row.isDirty && isSettled(row) ? (
            <Badge tone="warn">{t('device.unsent')}</Badge>
          ) : (
            <SendStateBadge state={isWaiting(row.sendState, row.isConnected) ? 'waiting' : row.sendState} />
          )}{' '}
          {row.sendState === 'failed' && mayReadLog && (
            <A href={deviceSettingsHref(at, row)}>
              {t('main:configuration.board.why')}
              <span className="sr-only">: {row.name}</span>
            </A>
          )}
        </>
      ),
    },
    {
      key: 'lastSent',
      width: 'when',
      title: t('main:configuration.board.lastSent'),
      cell: ({ lastSentTime }) =>
        lastSentTime ? (
          <Time at={lastSentTime} timeZone={timeZone ?? undefined} />
        ) : (
          <span className="text-faint">{t('time.never')}</span>
        ),
    },
  ]
}

const siteOf = ({ path }: ControllerState) => path.find(({ type }) => type === 'site')?.name

/** An earlier result matters only while nothing is on its way and nothing has failed. */
const isSettled = ({ sendState }: ControllerState) => sendState === 'succeed' || sendState === 'notSet'

function deviceSettingsHref(at: ConfigurationPlace, { id, name, path }: ControllerState): string {
  const params = placeParams(at, [...path, { id, name, type: 'device' }])
  return params.spaceId && params.buildingId
    ? deviceConfigurationHref({ ...params, kind: at.kind } as Parameters<typeof deviceConfigurationHref>[0])
    : href('deviceById', { tenantId: at.tenantId, deviceId: id })
}

function NoRows({
  kind,
  isFiltered,
  mayHaveMore,
  watched,
  allHref,
}: {
  kind: KindName
  watched: Watched | null
  isFiltered: boolean
  mayHaveMore: boolean
  allHref: string
}) {
  const t = useT()
  if (!isFiltered && watched && !mayHaveMore)
    return hasNoControllers(watched) ? (
      <NoControllers add={watched.add}>{t(`main:${kind}.keptHere`)}</NoControllers>
    ) : (
      <EmptyState title={t(`main:${kind}.noneHere`)}>
        <ReadFrom watched={watched} />
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('main:configuration.board.noMatch')}
      offers={[{ label: t('main:configuration.board.showAll'), href: allHref }]}
    >
      {mayHaveMore ? t('main:configuration.board.noMatchYet') : t('main:configuration.board.noMatchText')}
    </EmptyState>
  )
}
