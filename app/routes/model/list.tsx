/** The controller models there are, by platform (spec §3, §5). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Select } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { type Column, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'

export const handle = { title: (_, t) => t('main:model.title'), menu: 'models' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('models', args.params)
  const page = await reader(args, { capability: 'catalog.read' })
  const { controllers } = await page.catalogues()
  const models = controllers.toSorted((a, b) => a.model.type.localeCompare(b.model.type, 'en', { numeric: true }))
  const platforms = [...new Set(models.map(({ platform }) => platform))].sort()
  const asked = new URL(args.request.url).searchParams.get('platform')
  const platform = platforms.find((one) => one === asked) ?? null
  return {
    rows: models
      .filter((model) => platform === null || model.platform === platform)
      .map((model) => ({
        id: model.id,
        href: href('model', { ...at, productId: model.id }),
        type: model.model.type,
        name: model.name,
        description: model.description,
        platform: model.platform,
        inputs: model.inputs?.count ?? null,
        outputs: model.outputs?.count ?? null,
        maxPoints: model.license?.maxPoints ?? null,
        isPreRelease: model.preRelease === true,
      })),
    platform,
    platforms,
    unclear: notUnderstood(args.request, { platform }),
    listHref: href('models', at),
    crumbs: [{ name: translator(page.language)('main:model.title'), href: href('models', at) }],
    age: page.age(),
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function ModelsPage() {
  const t = useT()
  const { rows, platform, platforms, listHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader name={t('main:model.title')} />
      <Filters clearHref={platform ? listHref : undefined}>
        <Select
          name="platform"
          label={t('main:device.platform')}
          defaultValue={platform ?? ''}
          options={[{ value: '', label: t('word.any') }, ...platforms.map((value) => ({ value, label: value }))]}
        />
      </Filters>
      <Section title={t('main:model.count', { count: rows.length })} flush>
        <Table
          caption={t('main:model.title')}
          rows={rows}
          rowKey={(row) => row.id}
          columns={useColumns()}
          empty={
            <EmptyState
              title={t('main:model.emptyTitle')}
              actions={<ButtonLink href={listHref}>{t('action.refresh')}</ButtonLink>}
            >
              {t('main:model.emptyText')}
            </EmptyState>
          }
        />
      </Section>
    </Stack>
  )
}

function useColumns(): Column<Row>[] {
  const t = useT()
  const format = useFormat()
  const number = (value: number | null) =>
    value === null ? <span className="text-faint">{t('word.unknown')}</span> : format.number(value)
  return [
    {
      key: 'type',
      title: t('main:model.type'),
      isRowHeader: true,
      cell: (row) => (
        <A href={row.href}>
          <bdi>{row.type}</bdi>
        </A>
      ),
    },
    {
      key: 'name',
      title: t('field.name'),
      cell: (row) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi>{row.name}</bdi>
            {row.isPreRelease && <Badge tone="info">{t('main:device.preRelease')}</Badge>}
          </span>
          <bdi className="block text-sm text-soft">{row.description}</bdi>
        </>
      ),
    },
    { key: 'platform', title: t('main:device.platform'), cell: (row) => <bdi>{row.platform}</bdi> },
    { key: 'inputs', title: t('main:device.inputs'), align: 'end', cell: (row) => number(row.inputs) },
    { key: 'outputs', title: t('main:device.outputs'), align: 'end', cell: (row) => number(row.outputs) },
    { key: 'maxPoints', title: t('main:device.maxPoints'), align: 'end', cell: (row) => number(row.maxPoints) },
  ]
}
