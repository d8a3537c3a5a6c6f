/** The trail of a tenant, newest first, with its filters in the address (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { outcomes } from '~/audit/record'
import { findEntries } from '~/audit/trail.server'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type MutationName, mutations } from '~/mutations'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { sightOf } from './sight.server'
import { changeName, subjectHref } from './words'

export const handle = { title: (_, t) => t('main:trail.title'), menu: 'trail' } satisfies PageHandle<typeof loader>

const names = Object.keys(mutations) as MutationName[]
const kinds = ['user', 'device', 'site'] as const
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Anything that is not a filter is as if it were not there. */
const Filter = z.object({
  q: z.string().max(100).optional().catch(undefined),
  mutation: z.enum(names).optional().catch(undefined),
  outcome: z.enum(outcomes).optional().catch(undefined),
  kind: z.enum(kinds).optional().catch(undefined),
  id: z.string().max(200).optional().catch(undefined),
  actor: z.string().max(200).optional().catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

export async function loader(args: LoaderFunctionArgs) {
  const at = address('trail', args.params)
  const made = await reader(args, { capability: 'trail.read' })
  const filter = Filter.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { entries, next } = await findEntries({
    tenantId: at.tenantId,
    sight: sightOf(made),
    search: filter.q?.trim() || undefined,
    mutation: filter.mutation,
    outcome: filter.outcome,
    subjectKind: filter.kind,
    subjectId: filter.id,
    actorId: filter.actor,
    from: filter.from && `${filter.from}T00:00:00.000Z`,
    to: filter.to && `${filter.to}T00:00:00.000Z`,
    before: filter.before,
  })
  const { before: _, ...kept } = filter
  const t = translator(made.language)
  return {
    at,
    filter,
    rows: entries.map((entry) => ({
      sequence: entry.sequence,
      at: entry.at,
      actor: entry.actor.name,
      mutation: entry.mutation,
      subject: entry.subject,
      href: subjectHref(at.tenantId, entry.subject),
      outcome: entry.ending?.outcome ?? entry.outcome,
    })),
    firstHref: filter.before ? href('trail', at, kept) : undefined,
    nextHref: next ? href('trail', at, { ...kept, before: next }) : undefined,
    mayExport: made.may('trail.export'),
    crumbs: [{ name: t('main:trail.title'), href: href('trail', at) }],
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function TrailList() {
  const t = useT()
  const { at, rows, firstHref, nextHref, mayExport, filter } = useLoaderData<typeof loader>()
  const columns = [
    {
      key: 'when',
      title: t('main:trail.column.when'),
      isRowHeader: true,
      cell: (row: Row) => (
        <A href={href('trailRecord', { ...at, sequence: String(row.sequence) })}>
          <Time at={row.at} />
        </A>
      ),
    },
    { key: 'who', title: t('main:trail.column.who'), cell: (row: Row) => <bdi>{row.actor}</bdi> },
    { key: 'what', title: t('main:trail.column.what'), cell: (row: Row) => changeName(t, row.mutation) },
    { key: 'subject', title: t('main:trail.column.subject'), cell: (row: Row) => <SubjectLink row={row} /> },
    {
      key: 'outcome',
      title: t('main:trail.column.outcome'),
      cell: (row: Row) => <OutcomeBadge outcome={row.outcome} />,
    },
  ]
  return (
    <>
      <PageHeader
        name={t('main:trail.title')}
        status={<span className="text-soft">{t('main:trail.intro')}</span>}
        actions={mayExport && <ButtonLink href={href('trailExport', at)}>{t('main:trail.export')}</ButtonLink>}
      />
      <TrailFilters filter={filter} clearHref={href('trail', at)} />
      <Section flush>
        <Table
          caption={t('main:trail.caption')}
          columns={columns}
          rows={rows}
          rowKey={(row) => String(row.sequence)}
          empty={<EmptyState title={t('main:trail.empty')}>{t('main:trail.emptyHint')}</EmptyState>}
        />
        <Pager caption={t('main:trail.caption')} shown={rows.length} firstHref={firstHref} nextHref={nextHref} />
      </Section>
      <p className="text-sm text-soft">{t('main:trail.verify')}</p>
    </>
  )
}

function TrailFilters({ filter, clearHref }: { filter: z.infer<typeof Filter>; clearHref: string }) {
  const t = useT()
  const any = { value: '', label: t('word.any') }
  const isSet = Object.values(filter).some((value) => value !== undefined)
  return (
    <Filters clearHref={isSet ? clearHref : undefined} keep={{ id: filter.id, actor: filter.actor }}>
      <TextInput name="q" type="search" label={t('main:trail.filter.search')} defaultValue={filter.q} />
      <Select
        name="mutation"
        label={t('main:trail.filter.mutation')}
        defaultValue={filter.mutation ?? ''}
        options={[any, ...names.map((name) => ({ value: name, label: changeName(t, name) }))]}
      />
      <Select
        name="outcome"
        label={t('main:trail.filter.outcome')}
        defaultValue={filter.outcome ?? ''}
        options={[any, ...outcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) }))]}
      />
      <Select
        name="kind"
        label={t('main:trail.filter.kind')}
        defaultValue={filter.kind ?? ''}
        options={[any, ...kinds.map((kind) => ({ value: kind, label: t(`entity.${kind}`) }))]}
      />
      <TextInput name="from" type="date" label={t('main:trail.filter.from')} defaultValue={filter.from} />
      <TextInput name="to" type="date" label={t('main:trail.filter.to')} defaultValue={filter.to} />
    </Filters>
  )
}

function SubjectLink({ row }: { row: Row }) {
  return row.href ? (
    <A href={row.href}>
      <bdi>{row.subject.name}</bdi>
    </A>
  ) : (
    <bdi>{row.subject.name}</bdi>
  )
}
