/** A controller model: facts, supported software, and the customers that use it (spec §3, §5). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { ModelFacts, modelFacts } from './facts'
import { type ModelCustomers, modelCustomers } from './model-customers.server'
import { findNewModel } from './new-model.server'
import { type ModelPackage, modelPackages } from './software'

export const handle = { title: (data) => data.model.type, menu: 'models' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('model', args.params)
  const reader = await readerFor(args, { capability: 'catalog.read' })
  const after = new URL(args.request.url).searchParams.get('after') ?? undefined
  const [{ controllers, packages }, places] = await Promise.all([
    reader.catalogues(),
    modelCustomers(reader, { ...at, after }),
  ])
  const model = controllers.find(({ id }) => id === at.productId) ?? (await findNewModel(reader, at.productId))
  if (!model) throw new Response(null, { status: 404 })
  return {
    model: modelFacts(model),
    packages: modelPackages(model, packages),
    places,
    ignored: unknownParams(args.request, {}),
    crumbs: [
      { name: translator(reader.language)('main:view.models'), href: href('models', at) },
      { name: model.model.type, href: href('model', at) },
    ],
    age: reader.age(),
  }
}

export default function ModelPage() {
  const t = useT()
  const { model, packages, places } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={t('main:model.kind')}
        name={model.type}
        status={model.isPreRelease && <Badge tone="info">{t('main:device.preRelease')}</Badge>}
      />
      {model.description && (
        <p className="max-w-prose">
          <bdi>{model.description}</bdi>
        </p>
      )}
      <Columns>
        <Stack>
          <Section title={t('main:model.software')} flush>
            <Software type={model.type} packages={packages} />
          </Section>
          <Section title={t('main:model.where')} flush>
            <Places type={model.type} places={places} />
          </Section>
        </Stack>
        <Section title={t('main:model.about')}>
          <ModelFacts model={model} />
        </Section>
      </Columns>
    </Stack>
  )
}

function Software({ type, packages }: { type: string; packages: readonly ModelPackage[] }) {
  const t = useT()
  return (
    <Table
      caption={t('main:model.softwareOf', { type })}
      rows={packages}
      rowKey={(row) => row.name}
      columns={[
        {
          key: 'name',
          title: t('entity.package'),
          isRowHeader: true,
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <bdi>{row.displayName}</bdi>
              {row.isMandatory && row.version !== null && <Badge tone="info">{t('main:device.mandatory')}</Badge>}
            </span>
          ),
        },
        {
          key: 'state',
          title: t('field.state'),
          cell: (row) =>
            row.because === null ? (
              <Badge tone="ok">{t('main:model.supported')}</Badge>
            ) : (
              <>
                <Badge tone="neutral">{t('main:model.notSupported')}</Badge>{' '}
                <span className="block text-sm text-soft">{t(`main:model.because.${row.because}`)}</span>
              </>
            ),
        },
        {
          key: 'version',
          title: t('main:model.newest'),
          cell: (row) =>
            row.version === null ? (
              <span className="text-faint">{t('word.none')}</span>
            ) : (
              <bdi className="tabular-nums">{row.version}</bdi>
            ),
        },
      ]}
      empty={<EmptyState title={t('main:device.noPackagesTitle')}>{t('main:model.noPackagesText')}</EmptyState>}
    />
  )
}

function Places({ type, places }: { type: string; places: ModelCustomers }) {
  const t = useT()
  const caption = t('main:model.whereOf', { type })
  return (
    <>
      <Table
        caption={caption}
        rows={places.rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'customer',
            title: t('entity.customer'),
            isRowHeader: true,
            cell: (row) => (
              <A href={row.href}>
                <bdi>{row.name}</bdi>
              </A>
            ),
          },
          {
            key: 'count',
            title: t('main:view.devices'),
            align: 'end',
            cell: (row) =>
              row.count?.count ? (
                countText(t, 'plain', row.count)
              ) : (
                <span className="text-faint">{row.count ? countText(t, 'plain', row.count) : t('word.unknown')}</span>
              ),
          },
        ]}
        empty={<EmptyState title={t('main:model.nowhereTitle')}>{t('main:model.nowhereText')}</EmptyState>}
      />
      {(places.firstHref || places.nextHref) && (
        <Pager
          caption={caption}
          rowCount={places.rows.length}
          total={places.total}
          firstHref={places.firstHref}
          nextHref={places.nextHref}
        />
      )}
    </>
  )
}
