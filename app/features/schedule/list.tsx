/** The schedules of a customer, of a place below it, or of a controller, with the present and the next value. */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { scopeFilter } from '~/kit/list/scope-filter'
import { listData } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { scheduleView } from './columns'
import { DocumentState, NotOnboarded } from './document-state'
import { readDocumentStatus } from './document-state.server'
import { dayHref, exceptionsHref } from './place'
import { scheduleBudgetMs, schedules } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:schedule.listOf', { name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'schedules'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'schedules')
  const reader = await readerFor(args, { view: 'schedules', budgetMs: scheduleBudgetMs })
  const { at } = mount
  const [place, list, document] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, schedules, {
      ...mount,
      csv: (search) => href('customerSchedulesCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
    }),
    at.deviceId ? readDocumentStatus(reader, at as ParamsFor<'device'>) : null,
  ])
  return {
    place,
    list,
    watched: await watchedAt(reader, at, list),
    document,
    tenantId: at.tenantId,
    links: {
      day: dayHref(mount),
      exceptions: reader.may('schedule.write') ? exceptionsHref(mount) : null,
      create:
        mount.level !== 'device' || document?.controller
          ? undefined
          : reader.may('schedule.write')
            ? href('newSchedule', at as ParamsFor<'newSchedule'>)
            : null,
      onboarding: onboardingOf(reader, at as ParamsFor<'device'>, place.device),
      /** Schedules are created on a controller. */
      chooseDevice:
        mount.level === 'device' ? undefined : reader.may('schedule.write') ? href('customerDevices', at) : null,
      calendars: mount.level === 'device' ? href('deviceCalendars', at as ParamsFor<'deviceCalendars'>) : null,
    },
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function SchedulesPage() {
  const t = useT()
  const { place, list, watched, document, tenantId, links } = useLoaderData<typeof loader>()
  const title = t('main:schedule.listOf', { name: place.name })
  const isOut = !document && place.device && (!place.device.isOnboarded || !place.device.hostId)
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <ChangedNotice tenantId={tenantId} />
      {isOut && <NotOnboarded />}
      {document && <DocumentState status={document} />}
      <List
        list={list}
        view={scheduleView}
        caption={title}
        watched={watched}
        offers={
          isOut
            ? [{ label: t('main:change.device.onboard'), href: links.onboarding, isMain: true }]
            : [
                { label: t('main:scheduleMaking.new'), href: links.create, isMain: true },
                {
                  label: t(links.chooseDevice === null ? 'main:scheduleMaking.new' : 'action.chooseController'),
                  href: links.chooseDevice,
                },
              ]
        }
        aside={
          <>
            {links.create && !isOut && (
              <ButtonLink small href={links.create}>
                {t('main:scheduleMaking.new')}
              </ButtonLink>
            )}
            {links.exceptions && (
              <ButtonLink small href={links.exceptions}>
                {t('main:schedule.holiday.open')}
              </ButtonLink>
            )}
            {links.calendars && (
              <ButtonLink small href={links.calendars}>
                {t('main:calendar.all')}
              </ButtonLink>
            )}
            {links.day && (
              <ButtonLink small href={links.day}>
                {t('main:schedule.day.open')}
              </ButtonLink>
            )}
          </>
        }
      />
    </Stack>
  )
}
