/** A list of controllers with its filters, its rows to tick and what can be done with them. */
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { DeviceTable } from '~/things/device/device-table'
import { FilterFields } from '~/things/device/filter-fields'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Filters } from '~/ui/form'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import type { DeviceListData } from './list-data.server'

export function DeviceList({ list, caption }: { list: DeviceListData; caption: string }) {
  const t = useT()
  const { rows, total, links, sorts } = list
  const isChoosing = links.chosen.length > 0
  const table = (
    <DeviceTable
      caption={caption}
      rows={rows}
      sorts={sorts}
      choice={isChoosing ? { name: 'device', valueOf: (row) => row.id, nameOf: (row) => row.name } : undefined}
      empty={<NoDevices list={list} />}
    />
  )
  return (
    <Stack>
      <DeviceFilters list={list} />
      {list.within && <Within list={list} />}
      {list.isPartial && (
        <Notice tone="warn" quiet title={t('main:device.partialTitle')}>
          {t('main:device.partialText')}
        </Notice>
      )}
      <Section
        title={countText(t, 'devices', total)}
        aside={
          <>
            {rows.length > 0 && <A href={links.csv}>{t('action.download')}</A>}
            {links.upload && (
              <ButtonLink small href={links.upload}>
                {t('main:device.builder.link')}
              </ButtonLink>
            )}
            {links.add && (
              <ButtonLink small href={links.add}>
                {t('main:device.add')}
              </ButtonLink>
            )}
          </>
        }
        flush
      >
        {isChoosing && rows.length > 0 ? (
          <form method="get" action={links.list}>
            <ChosenActions list={list} />
            {table}
          </form>
        ) : (
          table
        )}
        {rows.length > 0 && (
          <Pager
            caption={caption}
            shown={rows.length}
            total={total}
            firstHref={links.first ?? undefined}
            nextHref={links.next ?? undefined}
          />
        )}
      </Section>
    </Stack>
  )
}

function DeviceFilters({ list }: { list: DeviceListData }) {
  const { search, isFiltered, links } = list
  return (
    <Filters
      clearHref={isFiltered ? links.clear : undefined}
      keep={{ sort: search.sort, groupId: search.groupId, buildingId: search.buildingId, spaceId: search.spaceId }}
    >
      <FilterFields search={search} options={list} />
    </Filters>
  )
}

/** Says to which place the list is narrowed, with the way back to the whole. */
function Within({ list: { within, links } }: { list: DeviceListData }) {
  const t = useT()
  const name = within?.name
  return (
    <p>
      {name ? t('main:device.within', { name }) : t('main:device.withinOne')}{' '}
      <A href={links.list}>{t('main:device.showAll')}</A>
    </p>
  )
}

const words = {
  network: 'main:device.changeNetwork',
  deploy: 'main:device.deploy',
  delete: 'main:device.delete',
} as const satisfies Record<DeviceListData['links']['chosen'][number], string>

/** What can be done with the ticked rows: a form that navigates, so that the choice is an address. */
function ChosenActions({ list: { total, links } }: { list: DeviceListData }) {
  const t = useT()
  return (
    <div className="no-print flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <span className="text-sm text-soft">{t('main:device.withChosen')}</span>
      {links.chosen.map((move) => (
        <Button key={move} small name="to" value={move}>
          {t(words[move])}
        </Button>
      ))}
      {links.deployAll && (
        <ButtonLink small look="quiet" href={links.deployAll}>
          {t('main:device.deployAll', { count: total.count })}
        </ButtonLink>
      )}
      {links.deleteAll && (
        <ButtonLink small look="quiet" href={links.deleteAll}>
          {t('main:device.deleteAll', { count: total.count })}
        </ButtonLink>
      )}
    </div>
  )
}

function NoDevices({ list: { isFiltered, within, links } }: { list: DeviceListData }) {
  const t = useT()
  if (!isFiltered && !within)
    return <EmptyState title={t('main:device.emptyTitle')}>{t('main:device.emptyText')}</EmptyState>
  return (
    <EmptyState
      title={t('main:device.noneTitle')}
      actions={<ButtonLink href={links.list}>{t('main:device.showAll')}</ButtonLink>}
    >
      {t('main:device.noneText')}
    </EmptyState>
  )
}
