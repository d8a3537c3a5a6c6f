/** What one change did to each thing it touched: the result page of every change (design §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PathNode } from '#contracts/scalars'
import { findChangeForm } from '~/audit/change-forms.server'
import { findEntries } from '~/audit/find-entries.server'
import { keyAfter } from '~/audit/idempotency.server'
import { metaFields } from '~/audit/plan'
import { grouped } from '~/audit/posted'
import { sightOf } from '~/audit/sight.server'
import { type Reader, reader } from '~/backend/reader.server'
import { address, href, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { capabilitiesFor, type MutationName, mutations } from '~/mutations'
import { takesFiles } from '~/paths'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { wayBackOf } from './way-back.server'
import { changeName, detailText, subjectHref } from './words'

export const handle = {
  title: (data, t) => t('main:change.page.title', { change: changeName(t, data.mutation) }),
  menu: 'trail',
} satisfies PageHandle<typeof loader>

/** As many things as one change may touch. */
const largest = 1_000

export async function loader(args: LoaderFunctionArgs) {
  const at = address('change', args.params)
  const made = await reader(args)
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    changeId: at.changeId,
    sight: sightOf(made),
    limit: largest,
  })
  const first = entries[0]
  if (!first) throw new Response(null, { status: 404 })
  const t = translator(made.language)
  const rows = entries.map((entry) => ({
    sequence: entry.sequence,
    subject: { id: entry.subject.id, name: (entry.ending?.subject ?? entry.subject).name },
    href: subjectHref(at.tenantId, entry),
    outcome: entry.ending?.outcome ?? entry.outcome,
    backHref: wayBackOf(entry, made)?.href ?? null,
    why: detailText(t, entry.ending?.detail ?? entry.detail),
  }))
  const order = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']
  return {
    at,
    mutation: first.mutation,
    reason: first.reason,
    by: first.actor.name,
    rows: rows.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || a.sequence - b.sequence),
    next: nextOf(at.tenantId, entries, (capability) => made.may(capability)),
    rest: await restOf(entries, made),
    crumbs: [
      { name: t('main:trail.title'), href: href('trail', at) },
      { name: changeName(t, first.mutation), href: href('change', at) },
    ],
  }
}

/** The form the change was asked with, for what of it was not done; null where there is none, or nothing left. */
async function restOf(entries: readonly Entry[], { may }: Pick<Reader, 'may'>) {
  const [first] = entries
  const outcomeOf = ({ ending, outcome }: Entry) => ending?.outcome ?? outcome
  const left = entries.filter((entry) => ['failed', 'refused', 'unknown'].includes(outcomeOf(entry)))
  const isOver = entries.every((entry) => outcomeOf(entry) !== 'pending')
  if (!first || left.length === 0 || !isOver || !(first.mutation in mutations)) return null
  if (!capabilitiesFor(first.mutation as MutationName).some(may)) return null
  const form = await findChangeForm(first.tenantId, first.changeId)
  if (!form) return null
  const only = left.map(({ subject }) => subject.id)
  const key = keyAfter(first.changeId)
  return { ...form, takesFiles: takesFiles(form.address.split('?', 1)[0] ?? ''), only, key }
}

type Entry = Awaited<ReturnType<typeof findEntries>>['entries'][number]

/** What follows this kind of change: sending after saving, watching after deploying. */
function nextOf(
  tenantId: string,
  entries: readonly Entry[],
  may: (capability: ReturnType<typeof capabilitiesFor>[number]) => boolean,
) {
  const [first] = entries
  if (!first?.customerId) return null
  const { customerId, subject } = first
  const params = placeParams({ tenantId, customerId }, (subject.path ?? []) as PathNode[])
  if (first.mutation === 'packages.deploy' || first.mutation === 'packages.goOn') {
    const [operationId] = entries.flatMap(({ ending }) => ending?.detail?.operationId ?? [])
    const to =
      typeof operationId === 'string' ? href('deployment', { ...params, operationId }) : href('deployments', params)
    return { kind: 'deployments' as const, href: to }
  }
  if (first.mutation === 'site.build' && capabilitiesFor('site.build').some(may))
    return {
      kind: 'import' as const,
      href: href('siteImportCsv', { ...params, changeId: first.changeId }),
      sitesHref: href('customerSites', params),
    }
  if (!params.siteId || !['network.save', 'configuration.send'].includes(first.mutation)) return null
  const maySend = first.mutation === 'network.save' && capabilitiesFor('configuration.send').some(may)
  return {
    kind: 'network' as const,
    href: href('siteNetwork', params),
    sendTo: maySend ? href('siteNetworkSending', params) : null,
  }
}

export default function ChangePage() {
  const t = useT()
  const { mutation, rows, reason, by } = useLoaderData<typeof loader>()
  const done = rows.filter((row) => row.outcome === 'done').length
  return (
    <>
      <PageHeader
        kind={<bdi>{by}</bdi>}
        name={t('main:change.page.title', { change: changeName(t, mutation) })}
        status={
          <span className="text-soft">
            {t('main:change.page.summary', { done, count: rows.length })}
            {reason ? ` · ${reason}` : ''}
          </span>
        }
      />
      <Stack>
        <Verdict />
        <Rest />
        <Next />
        <Section title={t('main:change.page.subjects')} flush>
          <Subjects />
          <Pager caption={t('main:change.page.subjects')} shown={rows.length} total={rows.length} />
        </Section>
      </Stack>
    </>
  )
}

function Verdict() {
  const t = useT()
  const { rows, rest } = useLoaderData<typeof loader>()
  const has = (outcome: string) => rows.some((row) => row.outcome === outcome)
  if (has('pending')) return <Notice tone="info">{t('main:change.page.pending')}</Notice>
  if (has('unknown')) return <Notice tone="warn">{t('main:change.page.unknown')}</Notice>
  if (rows.every((row) => row.outcome === 'done')) return <Notice tone="ok">{t('main:change.page.allDone')}</Notice>
  return (
    <Notice tone="danger" title={t('main:change.page.someFailed')}>
      {!rest && t('main:change.page.again')}
    </Notice>
  )
}

/** Plans the same form anew for what was not done; nothing is sent before that plan is applied. */
function Rest() {
  const t = useT()
  const { rest } = useLoaderData<typeof loader>()
  if (!rest) return null
  const hidden = {
    ...grouped(rest.fields),
    [metaFields.stage]: 'plan',
    [metaFields.only]: rest.only.join(','),
    [metaFields.key]: rest.key,
  }
  return (
    <Form
      action={rest.address}
      encType={rest.takesFiles ? 'multipart/form-data' : undefined}
      hidden={hidden}
      className="flex flex-wrap items-center gap-3"
    >
      <Button look="primary">{t('main:change.page.retryRest', { count: rest.only.length })}</Button>
      <span className="text-soft">{t('main:change.page.retryHint')}</span>
    </Form>
  )
}

function Next() {
  const t = useT()
  const { next, rows } = useLoaderData<typeof loader>()
  if (!next) return null
  if (next.kind === 'deployments')
    return (
      <p>
        <ButtonLink href={next.href}>{t('main:change.page.deployments')}</ButtonLink>
      </p>
    )
  if (next.kind === 'import')
    return (
      <p className="flex flex-wrap items-center gap-3">
        <ButtonLink href={next.href}>{t('main:import.result.file')}</ButtonLink>
        <ButtonLink href={next.sitesHref}>{t('main:import.result.sites')}</ButtonLink>
      </p>
    )
  const saved = rows.filter((row) => row.outcome === 'done').map((row) => row.subject.id)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {next.sendTo && saved.length > 0 && (
        <Form action={next.sendTo} hidden={{ device: saved }} className="flex flex-wrap items-center gap-3">
          <Button look="primary">{t('main:change.page.sendNow', { count: saved.length })}</Button>
          <span className="text-soft">{t('main:change.page.sendNowHint')}</span>
        </Form>
      )}
      <ButtonLink href={next.href}>{t('main:change.page.backToNetwork')}</ButtonLink>
    </div>
  )
}

function Subjects() {
  const t = useT()
  const { at, rows } = useLoaderData<typeof loader>()
  return (
    <Table
      caption={t('main:change.page.subjects')}
      rows={rows}
      rowKey={(row) => String(row.sequence)}
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          isRowHeader: true,
          cell: (row) =>
            row.href ? (
              <A href={row.href}>
                <bdi>{row.subject.name}</bdi>
              </A>
            ) : (
              <bdi>{row.subject.name}</bdi>
            ),
        },
        {
          key: 'outcome',
          title: t('main:trail.column.outcome'),
          cell: (row) => <OutcomeBadge outcome={row.outcome} />,
        },
        { key: 'why', title: t('main:change.page.why'), cell: (row) => row.why },
        {
          key: 'record',
          title: t('main:trail.title'),
          cell: (row) => (
            <span className="flex flex-wrap gap-x-3">
              <A href={href('trailRecord', { tenantId: at.tenantId, sequence: String(row.sequence) })}>
                {t('main:change.page.openRecord', { sequence: row.sequence })}
              </A>
              {row.backHref && <A href={row.backHref}>{t('main:trail.putBack.link')}</A>}
            </span>
          ),
        },
      ]}
    />
  )
}
