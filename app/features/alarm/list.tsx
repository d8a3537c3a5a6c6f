/** The alarms of a customer, a site group, a site, a building, a space or a controller. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { AutoReload, Refresh } from '~/ui/refresh'
import { AcknowledgeFields } from './acknowledge-fields'
import { alarmBudgetMs, alarmRefreshSeconds, alarmsData } from './alarms-page.server'
import { AlertButton, AlertNotice } from './alert'
import { alarmView } from './columns'
import { AlarmFacets } from './facets'

export const handle = {
  title: (data, t) => t('main:alarm.listOf', { name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'alarms'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'alarms')
  const reader = await readerFor(args, { view: 'alarms', budgetMs: alarmBudgetMs })
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), alarmsData(reader, mount)])
  return { place, list, seconds: alarmRefreshSeconds, crumbs: place.crumbs, age: reader.age() }
}

export default function AlarmsPage() {
  const t = useT()
  const { place, list, seconds } = useLoaderData<typeof loader>()
  const title = t('main:alarm.listOf', { name: place.name })
  const { isAuto, href, autoHref } = list.refresh
  return (
    <Stack>
      {isAuto && <AutoReload seconds={seconds} />}
      <PlaceHead
        place={place}
        title={title}
        actions={
          <>
            <AlertNotice href={href} />
            {list.total && <AlertButton total={list.total} seconds={seconds} />}
            <Refresh href={href} autoHref={autoHref} isAuto={isAuto} seconds={seconds} isFolded />
          </>
        }
      />
      <List
        list={list}
        view={alarmView}
        caption={title}
        watched={list.watched}
        defaultWords={
          list.isDefaultView ? { title: t('main:alarm.allClear'), text: t('main:alarm.allClearText') } : null
        }
        offers={[{ label: t('main:alarm.showAll'), href: list.isDefaultView ? list.allHref : undefined }]}
        posted={
          list.acknowledge
            ? { ...list.acknowledge, fields: (all) => <AcknowledgeFields isSmall matchCount={all} /> }
            : undefined
        }
        facets={<AlarmFacets links={list.severityLinks} all={list.total} acknowledgeHref={list.acknowledgeAllHref} />}
      >
        {list.isUngrouped && (
          <Notice tone="warn" quiet>
            {t('main:alarm.ungrouped')}
          </Notice>
        )}
        {list.ended && (
          <Notice tone="warn" quiet title={t('main:alarm.ended.title', { count: list.ended.count })}>
            <A href={list.ended.href}>{t('main:alarm.ended.show')}</A>
          </Notice>
        )}
      </List>
    </Stack>
  )
}
