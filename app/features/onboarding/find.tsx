/** Search for a controller by the host id on its label (journey 8). */

import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findDevices, noDevices } from '~/backend/find-devices.server'
import { readerFor } from '~/backend/reader.server'
import { fitsHostId } from '~/domain/onboarding'
import { DeviceState } from '~/features/device/shared/columns'
import { deviceRow } from '~/features/device/shared/row'
import { address, href, type Place, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { findOrRefused } from '~/kit/list/refused-filter.server'
import { isRefused, unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { hasNoControllers, NoControllers, ReadFrom } from '~/kit/place/watched'
import { watchedAt } from '~/kit/place/watched.server'
import type { ParamsFor } from '~/paths'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'

export const handle = { title: (_, t) => t('main:view.onboarding'), menu: 'onboarding' } satisfies PageHandle<
  typeof loader
>

/** Rows on one page, kept low for phones. */
const pageSize = 20

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerOnboarding', args.params)
  const reader = await readerFor(args, { view: 'onboarding' })
  const search = new URL(args.request.url).searchParams
  const typed = search.get('q')?.trim().slice(0, 100) ?? ''
  const after = search.get('after') ?? undefined
  const find = (more: { search?: string; onboarded?: string; after?: string }) =>
    findDevices(reader, { customerId: at.customerId, search: more, pageSize })
  const [customer, catalogues, { result: matches, refused }] = await Promise.all([
    ownCustomer(reader.read, at),
    reader.catalogues(),
    findOrRefused(args.request, find(typed ? { search: typed, after } : { onboarded: 'false', after }), noDevices),
  ])
  const exact = matches.devices.filter((device) => labelsOf(device).some((one) => isSameLabel(one, typed)))
  const [only] = exact
  if (only && exact.length === 1 && !after) throw redirect(onboardingHref(at, only, { test: 1 }))
  // No controller has this label yet: it may belong to any waiting controller whose model fits the host id.
  const models =
    matches.total.count === 0 && typed ? catalogues.controllers.filter((one) => fitsHostId(one, typed)) : []
  const waiting = models.length > 0 ? await find({ onboarded: 'false' }) : null
  const candidates = waiting?.devices.filter(({ productId }) => models.some(({ id }) => id === productId)) ?? []
  const guesses = candidates.map((device) => rowOf(device, { host: typed, test: 1 }))
  const rows = matches.devices.map((device) => rowOf(device, { test: 1 }))
  const t = translator(reader.language)
  const listHref = (more: { after?: string | null }) => href('customerOnboarding', at, { q: typed, ...more })
  return {
    customer: customer.name,
    wanted: typed,
    rows: guesses.length > 0 ? guesses : rows,
    unclear: unknownParams(args.request, { q: typed }, refused),
    refused,
    isGuess: guesses.length > 0,
    total: matches.total,
    isPartial: matches.incomplete,
    watched: typed ? null : await watchedAt(reader, at, { rows }),
    links: {
      all: href('customerOnboarding', at),
      devices: href('customerDevices', at),
      first: after ? listHref({}) : undefined,
      next: matches.next ? listHref({ after: matches.next }) : undefined,
    },
    crumbs: [{ name: t('main:view.onboarding'), href: href('customerOnboarding', at) }],
    age: reader.age(),
  }

  function rowOf(device: Device, search: { host?: string; test: 1 }) {
    const { id, name, hostId, location, model, type, isConnected, isOnboarded, isDeploying, awaitsDeployment } =
      deviceRow(at, device, catalogues)
    return {
      id,
      name,
      hostId: hostId || (labelsOf(device)[0] ?? ''),
      location,
      model: model || type,
      isConnected,
      isOnboarded,
      isDeploying,
      awaitsDeployment,
      href: onboardingHref(at, device, search),
    }
  }
}

type Device = Awaited<ReturnType<typeof findDevices>>['devices'][number]

/** Returns the host id of a controller and the host id read from its label. */
function labelsOf({ hostId, additionalProperties }: Device): string[] {
  const label = additionalProperties?.$labelHostId
  return [hostId, label].filter((one): one is string => typeof one === 'string' && one !== '')
}

function isSameLabel(a: string, b: string): boolean {
  return a.toLocaleLowerCase() === b.toLocaleLowerCase()
}

/** Links to the onboarding page; to `deviceById` where the backend returns no path. */
function onboardingHref(place: Place, { id, path }: Device, search: { host?: string; test: 1 }): string {
  const params: Record<string, string> = { ...placeParams(place, path ?? []), deviceId: id }
  return params.spaceId
    ? href('deviceOnboarding', params as ParamsFor<'deviceOnboarding'>, search)
    : href('deviceById', { ...place, deviceId: id })
}

export default function FindController() {
  const t = useT()
  const { wanted: typed, rows, isGuess, isPartial, total, links } = useLoaderData<typeof loader>()
  const caption = isGuess
    ? t('main:onboarding.find.guesses')
    : typed
      ? t('main:onboarding.find.results', { wanted: typed })
      : t('main:onboarding.find.waiting')
  return (
    <Stack>
      <PageHeader name={t('main:view.onboarding')} />
      <div className="list-head">
        <form method="get" className="filters">
          <TextInput
            name="q"
            label={t('main:onboarding.hostId')}
            hint={t('main:onboarding.find.hint')}
            defaultValue={typed}
            maxLength={100}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            inputMode="search"
            className="font-mono"
          />
          <Button look="primary">{t('main:onboarding.find.find')}</Button>
        </form>
        <h2>{caption}</h2>
      </div>
      {isPartial && (
        <Notice tone="info" quiet title={t('main:device.partialTitle')}>
          {t('main:device.partialText')}
        </Notice>
      )}
      {isGuess && (
        <Notice tone="info" title={t('main:onboarding.find.unknown', { wanted: typed })}>
          {t('main:onboarding.find.unknownText')}
        </Notice>
      )}
      <Section flush>
        <Table
          caption={caption}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<NoMatches />}
          columns={[
            {
              key: 'name',
              title: t('entity.device'),
              isRowHeader: true,
              cell: (row) => (
                <>
                  <A href={row.href}>
                    <bdi>{row.name}</bdi>
                  </A>
                  <bdi className="block text-sm font-normal text-soft">{row.location}</bdi>
                </>
              ),
            },
            {
              key: 'hostId',
              title: t('main:onboarding.hostId'),
              cell: (row) => row.hostId && <bdi className="font-mono">{row.hostId}</bdi>,
            },
            { key: 'model', title: t('main:onboarding.model'), cell: (row) => <bdi>{row.model}</bdi> },
            { key: 'state', title: t('field.state'), cell: (row) => <DeviceState row={row} /> },
          ]}
        />
        {!isGuess && rows.length > 0 && (
          <Pager caption={caption} rowCount={rows.length} total={total} firstHref={links.first} nextHref={links.next} />
        )}
      </Section>
    </Stack>
  )
}

function NoMatches() {
  const t = useT()
  const { wanted: typed, watched, refused, links } = useLoaderData<typeof loader>()
  if (isRefused(refused))
    return <EmptyState title={t('list.refused')} offers={[{ label: t('main:onboarding.find.all'), href: links.all }]} />
  if (!typed)
    return watched && hasNoControllers(watched) ? (
      <NoControllers add={watched.add} />
    ) : (
      <EmptyState
        title={t('main:onboarding.find.none')}
        offers={[{ label: t('main:view.devices'), href: links.devices }]}
      >
        {t('main:onboarding.find.noneText')} {watched && <ReadFrom watched={watched} />}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('main:onboarding.find.nothing', { wanted: typed })}
      offers={[{ label: t('main:onboarding.find.all'), href: links.all }]}
    >
      {t('main:onboarding.find.nothingText')}
    </EmptyState>
  )
}
