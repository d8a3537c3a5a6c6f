/** Find anything of a customer by name, path, host id or address; the address is the search (journey 13). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href, nodeHref } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { notUnderstood } from '../not-understood'
import { ownCustomer } from '../own-customer.server'
import { findAnything } from './find.server'

export const handle = {
  title: (data, t) => (data.filter.q ? t('main:search.titleOf', { words: data.filter.q }) : t('main:search.title')),
} satisfies PageHandle<typeof loader>

const kinds = ['group', 'site', 'building', 'space', 'device'] as const
const shortest = 2

export async function loader(args: LoaderFunctionArgs) {
  const at = address('search', args.params)
  const made = await reader(args, { capability: 'hierarchy.read' })
  const query = new URL(args.request.url).searchParams
  const filter = {
    q: query.get('q')?.normalize('NFC').trim().slice(0, 200) ?? '',
    kind: kinds.find((kind) => kind === query.get('kind')) ?? null,
  }
  const after = query.get('after')
  const isSearched = filter.q.length >= shortest
  const [found] = await Promise.all([
    isSearched ? findAnything(made, { customerId: at.customerId, words: filter.q, kind: filter.kind, after }) : null,
    ownCustomer(made.read, at),
  ])
  return {
    at,
    filter,
    isSearched,
    unclear: notUnderstood(args.request, filter),
    isPartial: found?.isPartial ?? false,
    rows: (found?.rows ?? []).map((row) => ({
      id: row.id,
      type: row.type,
      name: row.name,
      href: nodeHref(at, row.path, row),
      path: row.path.map(({ name }) => name),
      field: row.field,
      value: row.value,
    })),
    total: found?.total,
    firstHref: after ? href('search', at, filter) : undefined,
    nextHref: found?.next ? href('search', at, { ...filter, after: found.next }) : undefined,
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:search.title'), href: href('search', at, filter) }],
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function SearchPage() {
  const t = useT()
  const { at, filter, isSearched, isPartial, rows, total, firstHref, nextHref } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader name={t('main:search.title')} />
      <Filters clearHref={filter.q || filter.kind ? href('search', at) : undefined}>
        <TextInput
          name="q"
          type="search"
          label={t('main:search.words')}
          hint={t('main:search.hint')}
          defaultValue={filter.q}
          error={filter.q && !isSearched ? 'errors:search.tooShort' : undefined}
        />
        <Select
          name="kind"
          label={t('main:search.kind')}
          defaultValue={filter.kind ?? ''}
          options={[
            { value: '', label: t('word.any') },
            ...kinds.map((kind) => ({ value: kind, label: t(`entity.${kind}`) })),
          ]}
        />
      </Filters>
      {isPartial && (
        <Notice tone="info" quiet>
          {t('main:search.partial')}
        </Notice>
      )}
      {total?.isCapped && (
        <Notice tone="info" quiet>
          {t('main:search.many', { matching: countText(t, 'results', total) })}
        </Notice>
      )}
      {isSearched && (
        <Section flush>
          <Table
            caption={t('main:search.caption', { words: filter.q })}
            rows={rows}
            rowKey={(row) => `${row.type} ${row.id}`}
            columns={[
              { key: 'name', title: t('field.name'), isRowHeader: true, cell: (row) => <Name row={row} /> },
              { key: 'kind', title: t('main:search.kind'), cell: (row) => t(`entity.${row.type as 'site'}`) },
              { key: 'path', title: t('main:search.path'), cell: (row) => <bdi>{row.path.join(' / ')}</bdi> },
              { key: 'match', title: t('main:search.match'), cell: (row) => <Match row={row} words={filter.q} /> },
            ]}
            empty={<EmptyState title={t('main:search.empty')}>{t('main:search.emptyHint')}</EmptyState>}
          />
          {rows.length > 0 && (
            <Pager
              caption={t('main:search.title')}
              shown={rows.length}
              total={total}
              firstHref={firstHref}
              nextHref={nextHref}
            />
          )}
        </Section>
      )}
    </>
  )
}

function Name({ row }: { row: Row }) {
  const name = <bdi>{row.name}</bdi>
  return row.href ? <A href={row.href}>{name}</A> : name
}

/** Which field matched, and its text with the words marked. */
function Match({ row, words }: { row: Row; words: string }) {
  const t = useT()
  const at = row.value.toLocaleLowerCase().indexOf(words.toLocaleLowerCase())
  const [before, found, rest] =
    at < 0
      ? [row.value, '', '']
      : [row.value.slice(0, at), row.value.slice(at, at + words.length), row.value.slice(at + words.length)]
  return (
    <>
      <span className="text-soft">{t(`main:search.field.${row.field}`)}: </span>
      <bdi className="break-words">
        {before}
        {found && <mark>{found}</mark>}
        {rest}
      </bdi>
    </>
  )
}
