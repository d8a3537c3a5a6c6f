/** The data logging of all controllers of a customer in total (domain §6.3, §17). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'

export const handle = {
  title: (data, t) => t('main:historian.of', { name: data.place.name }),
  menu: 'points',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'historian')
  const reader = await readerFor(args, { view: 'historian' })
  const { customerId } = mount.at
  const [place, totals] = await Promise.all([
    loadMountedPlace(reader, mount),
    asPanel(
      withFallback(
        site.historianTotals,
        () => reader.call(site.historianTotals, { query: { customerId } }),
        async () => null,
      ),
    ),
  ])
  const onboardingHref = reader.may('device.onboard') ? href('customerOnboarding', mount.at) : null
  return {
    place,
    totals,
    onboardingHref,
    devicesHref: href('customerDevices', mount.at),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

type Totals = NonNullable<Extract<ReturnType<typeof useLoaderData<typeof loader>>['totals'], { ok: true }>['value']>

export default function HistorianTotalsPage() {
  const t = useT()
  const { place, totals, devicesHref, onboardingHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} />
      {!totals.ok ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, totals.problem)} />
        </Section>
      ) : totals.value === null ? (
        <Section>
          <EmptyState
            title={t('main:historian.noTotals')}
            offers={[{ label: t('main:view.devices'), href: devicesHref }]}
          >
            {t('main:historian.noTotalsText')}
          </EmptyState>
        </Section>
      ) : totals.value.devices === 0 ? (
        <Section>
          <EmptyState
            title={t('main:historian.noDevices')}
            offers={[{ label: t('main:change.device.onboard'), href: onboardingHref }]}
          >
            {t('main:historian.noDevicesText')}
          </EmptyState>
        </Section>
      ) : (
        <Figures totals={totals.value} />
      )}
    </Stack>
  )
}

const daySeconds = 86_400

function Figures({ totals }: { totals: Totals }) {
  const t = useT()
  const format = useFormat()
  const {
    devices,
    devicesOff,
    points,
    onChange,
    intervals,
    leastRetentionDays: minDays,
    mostRetentionDays: maxDays,
  } = totals
  const samples = intervals.reduce((sum, one) => sum + (one.points * daySeconds) / one.intervalSec, 0)
  const days = (count: number) => t('main:point.time.days', { count })
  return (
    <>
      <Section title={t('main:historian.altogether')}>
        <Facts
          facts={[
            { term: t('main:historian.devices'), value: countText(t, 'devices', { count: devices, isCapped: false }) },
            { term: t('main:historian.devicesOff'), value: format.number(devicesOff) },
            { term: t('main:historian.points'), value: countText(t, 'points', { count: points, isCapped: false }) },
            { term: t('main:historian.samples'), value: format.number(samples, 0) },
            {
              term: t('main:historian.for'),
              value:
                minDays === null || maxDays === null
                  ? null
                  : minDays === maxDays
                    ? days(minDays)
                    : t('main:historian.forBetween', { least: days(minDays), most: days(maxDays) }),
            },
          ]}
        />
        <p className="mt-2 max-w-prose text-soft">{t('main:historian.lookedAt')}</p>
      </Section>
      <Section title={t('main:historian.byHow')} flush>
        <Table
          caption={t('main:historian.byHow')}
          rows={[
            ...intervals.map(({ intervalSec, points }) => ({
              key: String(intervalSec),
              how: t('main:point.keptEvery', { every: format.duration(intervalSec) }),
              points,
            })),
            { key: 'cov', how: t('main:point.keptOnChange'), points: onChange },
          ]}
          rowKey={({ key }) => key}
          columns={[
            { key: 'how', title: t('main:historian.how'), isRowHeader: true, cell: ({ how }) => how },
            {
              key: 'points',
              title: t('main:view.points'),
              align: 'end',
              cell: ({ points }) => format.number(points),
            },
          ]}
        />
      </Section>
    </>
  )
}
