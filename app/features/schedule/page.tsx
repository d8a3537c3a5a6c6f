/** One schedule: present and next value, week, exceptions, month, and the objects it commands (domain §3). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Columns, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { DocumentState, NotOnboarded } from './document-state'
import { ExceptionTable } from './exception-table'
import { KeptThere } from './kept-there'
import { monthParam, type ScheduleDetails, scheduleAt, scheduleDetails } from './schedule-details.server'
import { ScheduleFacts } from './schedule-facts'
import { scheduleBudgetMs } from './schedules.server'
import { TargetTable } from './target-table'
import { type CommandedObject, commandedObjects } from './targets.server'
import { ScheduleMonth, ScheduleWeek } from './week-and-month'

export const handle = {
  title: (data, t) => t('main:schedule.titleOne', { name: data.shown?.schedule.name ?? '', of: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceSchedule', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'schedule.read', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document, schedule, next } = await scheduleAt(reader, {
    name: 'deviceSchedule',
    at,
    request,
  })
  const t = translator(reader.language)
  const common = {
    heading,
    tenantId: at.tenantId,
    ignored: unknownParams(request, { month: monthParam(request), changed: '-' }),
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name: schedule?.name ?? at.scheduleId, href: href('deviceSchedule', at) },
    ],
    age: reader.age(),
  }
  if (!document.ok || !schedule) return { ...common, trouble: document.ok ? null : document.problem, shown: null }
  const targets = await commandedObjects(reader, at, { schedule, device: heading })
  const details = scheduleDetails({ document: document.value, schedule, next }, { at, request, reader })
  return { ...common, trouble: null, shown: { ...details, targets } }
}

export default function SchedulePage() {
  const t = useT()
  const { heading, tenantId, trouble, shown: details } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      <ChangedNotice tenantId={tenantId} name={details?.schedule.name} />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <ScheduleBody details={details} />}
    </Stack>
  )
}

function ScheduleBody({ details }: { details: ScheduleDetails & { targets: readonly CommandedObject[] } }) {
  const t = useT()
  const { schedule, status, links } = details
  return (
    <>
      <DocumentState status={status} />
      <KeptThere of={schedule.onController} />
      {status.controller?.isWritingOn && schedule.isWritable === false && (
        <Notice tone="info" quiet title={t('main:schedule.there.notThis')} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>
          <bdi>{schedule.name}</bdi>
        </h2>
        <div className="flex flex-wrap items-center gap-2 no-print">
          {links.settings && <ButtonLink href={links.settings}>{t('main:scheduleEdit.open')}</ButtonLink>}
          <ButtonLink href={links.day}>{t('main:schedule.day.open')}</ButtonLink>
          {links.deletion && (
            <ButtonLink look="quiet" href={links.deletion}>
              {t('main:scheduleMaking.delete')}
            </ButtonLink>
          )}
        </div>
      </div>
      <Columns>
        <Stack>
          <ScheduleWeek details={details} />
          <ExceptionTable details={details} />
        </Stack>
        <Stack>
          <ScheduleFacts details={details} />
          <ScheduleMonth details={details} />
          <TargetTable targets={details.targets} />
        </Stack>
      </Columns>
    </>
  )
}
