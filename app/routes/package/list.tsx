/** The catalogue of packages: what there is for controllers, and in which version (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { packagesByName } from '~/domain/package-catalogue'
import { address, href, isId } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'

export const handle = { title: (_, t) => t('main:package.title'), menu: 'packages' } satisfies PageHandle<typeof loader>

const pageSize = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('packages', args.params)
  const page = await reader(args, { capability: 'catalog.read' })
  const given = new URL(args.request.url).searchParams
  const search = given.get('q')?.trim().slice(0, 200) ?? ''
  const [customer, { packages }] = await Promise.all([ownCustomer(page.read, at), page.catalogues()])
  const found = packagesByName(packages).filter((entry) => holds(entry, search))
  const after = given.get('after')
  const start = after ? found.findIndex(({ name }) => name === after) + 1 : 0
  const shown = found.slice(start, start + pageSize)
  const last = shown.at(-1)
  return {
    customer: customer.name,
    search,
    unclear: notUnderstood(args.request, { q: search }),
    rows: shown.map(({ versions, name, ...entry }) => ({
      ...entry,
      name,
      newest: versions[0]?.version ?? '',
      versionCount: versions.length,
      href: isId(name) ? href('package', { ...at, packageName: name }) : null,
    })),
    total: found.length,
    listHref: href('packages', at),
    outdatedHref: page.may('device.read') ? href('customerDevices', at, { packageStatus: 'outdated' }) : null,
    firstHref: start > 0 ? href('packages', at, { q: search }) : undefined,
    nextHref:
      last && start + pageSize < found.length ? href('packages', at, { q: search, after: last.name }) : undefined,
    crumbs: [{ name: translator(page.language)('main:package.title'), href: href('packages', at) }],
    age: page.age(),
  }
}

/** Every word of the search stands somewhere in what a package is called. */
function holds(entry: { name: string; displayName: string; description: string }, search: string): boolean {
  const text = `${entry.name} ${entry.displayName} ${entry.description}`.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export default function PackagesPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const caption = t('main:package.list.caption')
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{data.customer}</bdi>}
        name={t('main:package.title')}
        actions={
          data.outdatedHref && <ButtonLink href={data.outdatedHref}>{t('main:package.list.outdated')}</ButtonLink>
        }
      />
      <Filters clearHref={data.search ? data.listHref : undefined}>
        <TextInput
          type="search"
          name="q"
          label={t('action.search')}
          defaultValue={data.search}
          placeholder={t('main:package.list.searchHint')}
          maxLength={200}
        />
      </Filters>
      <Section title={t('count.packages', { count: data.total })} flush>
        <Table
          caption={caption}
          rows={data.rows}
          rowKey={(row) => row.name}
          empty={<NoPackages />}
          columns={[
            {
              key: 'name',
              title: t('entity.package'),
              isRowHeader: true,
              cell: (row) => (
                <>
                  <span className="flex flex-wrap items-center gap-x-2">
                    {row.href ? (
                      <A href={row.href}>
                        <bdi>{row.displayName}</bdi>
                      </A>
                    ) : (
                      <bdi>{row.displayName}</bdi>
                    )}
                    {row.mandatory && <Badge tone="info">{t('main:package.mandatory')}</Badge>}
                  </span>{' '}
                  {row.description && <span className="block text-sm font-normal text-soft">{row.description}</span>}
                </>
              ),
            },
            {
              key: 'newest',
              title: t('main:package.newest'),
              cell: (row) => <bdi className="tabular-nums">{row.newest}</bdi>,
            },
            { key: 'versions', title: t('main:package.versions'), align: 'end', cell: (row) => row.versionCount },
            {
              key: 'architectures',
              title: t('main:package.architectures'),
              cell: (row) =>
                row.architectures.map((one) => architectureName(one, t('main:package.anyArchitecture'))).join(', '),
            },
          ]}
        />
        {data.rows.length > 0 && (
          <Pager
            caption={caption}
            shown={data.rows.length}
            total={data.total}
            firstHref={data.firstHref}
            nextHref={data.nextHref}
          />
        )}
      </Section>
    </Stack>
  )
}

const architectureName = (name: string, any: string) => (name === 'MULTIPLE' ? any : name)

function NoPackages() {
  const t = useT()
  const { search, listHref } = useLoaderData<typeof loader>()
  if (!search) return <EmptyState title={t('main:package.list.empty')}>{t('main:package.list.emptyText')}</EmptyState>
  return (
    <EmptyState
      title={t('main:package.list.none')}
      actions={<ButtonLink href={listHref}>{t('action.clearFilters')}</ButtonLink>}
    />
  )
}
