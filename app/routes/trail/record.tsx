/** One record of the trail: who, what, before and after, the calls made, and how it ended (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { findEntry } from '~/audit/find-entries.server'
import { lookUp } from '~/audit/look-up.server'
import { followSends } from '~/audit/send-result.server'
import { isSeen } from '~/audit/sight.server'
import { changeName, detailText, subjectHref } from '~/audit/words'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Difference } from '~/ui/difference'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { differencesIn } from './field-words'
import { wayBackOf } from './way-back.server'

export const handle = {
  title: (data, t) => t('main:trail.recordTitle', { sequence: data.record.sequence }),
  menu: 'trail',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('trailRecord', args.params)
  const made = await reader(args)
  const sequence = Number(at.sequence)
  let entry = Number.isSafeInteger(sequence) && sequence > 0 ? await findEntry(at.tenantId, sequence) : null
  if (!entry || !isSeen(entry, made)) throw new Response(null, { status: 404 })
  const lookedUp = await lookUp(args, [entry], made)
  const isFollowed = await followSends([entry], made)
  if (lookedUp === 'closed' || isFollowed) entry = (await findEntry(at.tenantId, sequence)) ?? entry
  const { ending, ...record } = entry
  const t = translator(made.language)
  return {
    at,
    record,
    ending: ending && {
      at: ending.at,
      sequence: ending.sequence,
      hash: ending.hash,
      detail: ending.detail,
      outcome: ending.outcome,
      calls: ending.calls,
    },
    differences: differencesIn(t, entry),
    subjectHref: subjectHref(at.tenantId, entry),
    wayBack: wayBackOf(entry, made),
    isUntold: lookedUp === 'untold',
    mayFind: made.may('trail.read'),
    crumbs: [
      { name: t('main:trail.title'), href: href('trail', at) },
      { name: t('main:trail.recordTitle', { sequence: record.sequence }), href: href('trailRecord', at) },
    ],
  }
}

export default function Record() {
  const t = useT()
  const { record, ending, differences } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        kind={t('main:trail.recordTitle', { sequence: record.sequence })}
        name={changeName(t, record.mutation)}
        status={<OutcomeBadge outcome={ending?.outcome ?? record.outcome} />}
      />
      <Columns>
        <Stack>
          <Section title={t('main:trail.difference')} flush={differences.length > 0}>
            {differences.length > 0 ? (
              <Difference
                caption={t('main:trail.difference')}
                isPast
                rows={differences.map((one) => ({
                  key: one.name,
                  field: one.label,
                  before: one.before,
                  after: one.after,
                  kind: kindOf(one),
                }))}
              />
            ) : (
              <p className="text-soft">{t('main:trail.noDifference')}</p>
            )}
          </Section>
          <Calls />
        </Stack>
        <Stack>
          <What />
          <PutBack />
          <Origin />
        </Stack>
      </Columns>
    </>
  )
}

function kindOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'added' as const
  return after === null ? ('removed' as const) : ('changed' as const)
}

function What() {
  const t = useT()
  const { at, record, ending, isUntold, subjectHref: to } = useLoaderData<typeof loader>()
  const { subject } = record
  const why = [detailText(t, ending ?? record), isUntold ? t('main:trail.because.untold') : '']
    .filter(Boolean)
    .join(' ')
  return (
    <Section>
      <Facts
        facts={[
          { term: t('main:trail.fact.when'), value: <Time at={record.at} /> },
          { term: t('main:trail.fact.ended'), value: ending && <Time at={ending.at} /> },
          { term: t('main:trail.fact.who'), value: <bdi>{record.actor.name}</bdi> },
          {
            term: t('main:trail.fact.role'),
            value: t(`role.${record.actor.role}` as 'role.admin', { defaultValue: record.actor.role }),
          },
          {
            term: t('main:trail.fact.subject'),
            value: to ? (
              <A href={to}>
                <bdi>{subject.name}</bdi>
              </A>
            ) : (
              <bdi>{subject.name}</bdi>
            ),
          },
          { term: t('main:trail.fact.path'), value: subject.path && <Path nodes={subject.path} /> },
          { term: t('main:trail.fact.reason'), value: record.reason && <bdi>{record.reason}</bdi> },
          ...(why ? [{ term: t('main:trail.fact.why'), value: why }] : []),
          {
            term: t('main:trail.fact.change'),
            value: record.entry === 'intent' && (
              <A href={href('change', { tenantId: at.tenantId, changeId: record.changeId })}>
                {t('main:trail.allOfChange')}
              </A>
            ),
          },
        ]}
      />
    </Section>
  )
}

/** Where it was, each place leading to what was done there and below. */
function Path({ nodes }: { nodes: readonly { id: string; name: string }[] }) {
  const { at, mayFind } = useLoaderData<typeof loader>()
  return nodes.map((node, place) => (
    <Fragment key={node.id}>
      {place > 0 && ' / '}
      {mayFind ? (
        <A href={href('trail', at, { under: node.id })}>
          <bdi>{node.name}</bdi>
        </A>
      ) : (
        <bdi>{node.name}</bdi>
      )}
    </Fragment>
  ))
}

function PutBack() {
  const t = useT()
  const { wayBack } = useLoaderData<typeof loader>()
  if (!wayBack) return null
  return (
    <Section title={t('main:trail.putBack.title')}>
      {wayBack.why ? (
        <p>{t(`main:trail.putBack.why.${wayBack.why}`)}</p>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-soft">{t('main:trail.putBack.hint')}</p>
          <ButtonLink href={wayBack.href}>{t('main:trail.putBack.link')}</ButtonLink>
        </div>
      )}
    </Section>
  )
}

function Calls() {
  const t = useT()
  const { ending } = useLoaderData<typeof loader>()
  const calls = (ending?.calls ?? []).map((call, number) => ({ ...call, number }))
  return (
    <Section title={t('main:trail.calls')} flush={calls.length > 0}>
      <Table
        caption={t('main:trail.calls')}
        rows={calls}
        rowKey={(call) => String(call.number)}
        columns={[
          {
            key: 'path',
            title: t('main:trail.call.path'),
            isRowHeader: true,
            cell: (call) => (
              <code className="break-all whitespace-normal text-sm">
                {call.method} {call.path}
              </code>
            ),
          },
          {
            key: 'status',
            title: t('main:trail.call.status'),
            cell: (call) => call.status ?? t('main:trail.noAnswer'),
          },
          {
            key: 'ms',
            title: t('main:trail.call.ms'),
            align: 'end',
            cell: (call) => t('main:trail.ms', { ms: call.ms }),
          },
        ]}
        empty={<p className="text-soft">{t('main:trail.noCalls')}</p>}
      />
    </Section>
  )
}

function Origin() {
  const t = useT()
  const { record, ending } = useLoaderData<typeof loader>()
  const hash = (text: string) => <code className="break-all text-xs">{text}</code>
  return (
    <Section title={t('main:trail.technical')}>
      <Facts
        facts={[
          { term: t('main:trail.fact.request'), value: hash(record.requestId) },
          { term: t('main:trail.fact.issuer'), value: hash(record.actor.issuer) },
          { term: t('main:trail.fact.identity'), value: record.actor.subject && hash(record.actor.subject) },
          {
            term: t('main:trail.fact.record'),
            value: record.actor.id ? hash(record.actor.id) : t('main:trail.noRecord'),
          },
          { term: t('main:trail.fact.address'), value: record.address },
          {
            term: t('main:trail.fact.userAgent'),
            value: <span className="break-words text-sm">{record.userAgent}</span>,
          },
          { term: t('main:trail.fact.previousHash'), value: hash(record.previousHash) },
          { term: t('main:trail.fact.hash'), value: hash(record.hash) },
          ...(ending ? [{ term: t('main:trail.fact.endingHash'), value: hash(ending.hash) }] : []),
        ]}
      />
    </Section>
  )
}
