/** The initials used in a tenant, each unique to one person (spec §7, domain §9.1). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'

export const handle = {
  title: (_, t) => t('main:tenant.initials.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

/** The service returns all at once; this is the limit of the page. */
const maxRows = 100

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantInitials', args.params)
  const { read, language, age } = await readerFor(args, { capability: 'user.read' })
  const q = new URL(args.request.url).searchParams.get('q')?.trim().slice(0, 10) ?? ''
  const all = await read(tenant.allInitials, { path: { id: at.tenantId } })
  const matches = all
    .filter(({ initials }) => initials.toLowerCase().startsWith(q.toLowerCase()))
    .sort((a, b) => a.initials.localeCompare(b.initials, 'en'))
  return {
    at,
    q,
    rows: matches.slice(0, maxRows).map(({ userId, initials, fullName }) => ({ userId, initials, fullName })),
    total: matches.length,
    ignored: unknownParams(args.request, { q: '-' }),
    age: age(),
    crumbs: [{ name: translator(language)('main:tenant.initials.title'), href: href('tenantInitials', at) }],
  }
}

export default function Initials() {
  const t = useT()
  const { at, q, rows, total } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        name={t('main:tenant.initials.title')}
        status={<span className="text-soft">{t('main:tenant.initials.intro')}</span>}
      />
      <Filters clearHref={q ? href('tenantInitials', at) : undefined}>
        <TextInput name="q" type="search" label={t('main:tenant.initials.search')} defaultValue={q} />
      </Filters>
      <Section flush>
        <Table
          caption={t('main:tenant.initials.title')}
          rows={rows}
          rowKey={(row) => row.userId}
          columns={[
            {
              key: 'initials',
              title: t('main:tenant.initials.column.initials'),
              cell: (row) => <span className="font-semibold">{row.initials}</span>,
            },
            {
              key: 'person',
              title: t('main:tenant.initials.column.person'),
              isRowHeader: true,
              cell: (row) => (
                <A href={href('user', { ...at, userId: row.userId })}>
                  <bdi>{row.fullName || t('word.unknown')}</bdi>
                </A>
              ),
            },
          ]}
          empty={<EmptyState title={t('main:tenant.initials.empty')}>{t('main:tenant.initials.emptyHint')}</EmptyState>}
        />
        <Pager caption={t('main:tenant.initials.title')} rowCount={rows.length} total={total} />
      </Section>
    </Stack>
  )
}
