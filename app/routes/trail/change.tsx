/** What one change did to each thing it touched: the result page of every change (design §7). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PathNode } from '#contracts/scalars'
import { findEntries, type TrailEntry } from '~/audit/find-entries.server'
import { lookUp } from '~/audit/look-up.server'
import { followSends } from '~/audit/send-result.server'
import { sightOf } from '~/audit/sight.server'
import { changeName, detailText, subjectHref } from '~/audit/words'
import { reader } from '~/backend/reader.server'
import { address, href, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { capabilitiesFor } from '~/mutations'
import { refreshTo } from '~/screens/frame/refreshing'
import { boardHref, sendingHref } from '~/things/network/place'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { refreshSeconds } from '~/ui/refresh'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { placeOf } from './place-of.server'
import { FormAgain, RetryRest } from './rest'
import { formAgain, leftIn, restOf } from './rest.server'
import { knownBy, unsent } from './under-way.server'
import { wayBackOf } from './way-back.server'

export const handle = {
  title: ({ mutation }, t) => titleOf(t, mutation),
  menu: 'trail',
} satisfies PageHandle<typeof loader>

/** As many things as one change may touch. */
const largest = 1_000

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('change', args.params)
  const made = await reader(args)
  const find = () => findEntries({ tenantId: at.tenantId, changeId: at.changeId, sight: sightOf(made), limit: largest })
  let { entries } = await find()
  const lookedUp = await lookUp(args, entries, made)
  const isFollowed = await followSends(entries, made)
  if (lookedUp === 'closed' || isFollowed) entries = (await find()).entries
  const first = entries[0]
  const waiting = first ? null : await unsent(at, made)
  if (!first && !waiting) throw new Response(null, { status: 404 })
  const t = translator(made.language)
  const rows = entries.map((entry) => ({
    sequence: entry.sequence,
    subject: { id: entry.subject.id, name: (entry.ending?.subject ?? entry.subject).name },
    href: subjectHref(at.tenantId, entry),
    outcome: entry.ending?.outcome ?? entry.outcome,
    backHref: wayBackOf(entry, made)?.href ?? null,
    why: [
      detailText(t, entry.ending ?? entry),
      ...(lookedUp !== 'nothing' && entry.ending?.outcome === 'unknown' ? [t('main:trail.because.untold')] : []),
    ].join(' '),
  }))
  const order = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']
  const until = waiting ? waiting.until : await knownBy(at)
  const mutation = first?.mutation ?? null
  const around = await placeOf(entries, made)
  const page = {
    at,
    ...(around && { place: around.place, frame: around.frame, parent: around.parent, level: around.level }),
    mutation,
    reason: first?.reason ?? null,
    by: first?.actor.name ?? '',
    until,
    isUnsent: waiting !== null,
    rows: rows.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || a.sequence - b.sequence),
    next: nextOf(at.tenantId, entries, (capability) => made.may(capability)),
    rest: await restOf(entries, made),
    formHref: waiting ? waiting.formHref : leftIn(entries).length > 0 ? await formAgain(at, made) : null,
    crumbs: [
      ...(around?.way ?? [{ name: t('main:trail.title'), href: href('trail', at) }]),
      { name: titleOf(t, mutation), href: href('change', at) },
    ],
  }
  // Nothing is typed here, and it ends by itself: a browser asks again until the change is over.
  return data(page, until === null ? {} : { headers: refreshTo(href('change', at), refreshSeconds / 2) })
}

const titleOf = (t: Translate, mutation: string | null) =>
  mutation === null
    ? t('main:change.page.unsent.title')
    : t('main:change.page.title', { change: changeName(t, mutation) })

/** What follows this kind of change: sending after saving, watching after deploying. */
function nextOf(
  tenantId: string,
  entries: readonly TrailEntry[],
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
  const isOfOneSite = entries.every(({ subject }) => subject.path?.some(({ id }) => id === params.siteId))
  const place = isOfOneSite ? params : { tenantId, customerId }
  const maySend = first.mutation === 'network.save' && capabilitiesFor('configuration.send').some(may)
  return {
    kind: 'network' as const,
    href: boardHref(place),
    sendTo: maySend ? sendingHref(place) : null,
  }
}

export default function ChangePage() {
  const t = useT()
  const { mutation, rows, reason, by, rest, formHref, isUnsent } = useLoaderData<typeof loader>()
  const done = rows.filter((row) => row.outcome === 'done').length
  return (
    <>
      <PageHeader
        kind={<bdi>{by}</bdi>}
        name={titleOf(t, mutation)}
        status={
          !isUnsent && (
            <span className="text-soft">
              {t('main:change.page.summary', { done, count: rows.length })}
              {reason ? ` · ${reason}` : ''}
            </span>
          )
        }
      />
      <Stack>
        <Verdict />
        {rest && <RetryRest rest={rest} />}
        {formHref && <FormAgain href={formHref} />}
        <Next />
        {!isUnsent && (
          <Section title={t('main:change.page.subjects')} flush>
            <Subjects />
            <Pager caption={t('main:change.page.subjects')} shown={rows.length} total={rows.length} />
          </Section>
        )}
      </Stack>
    </>
  )
}

function Verdict() {
  const t = useT()
  const format = useFormat()
  const { rows, rest, until, isUnsent } = useLoaderData<typeof loader>()
  const has = (outcome: string) => rows.some((row) => row.outcome === outcome)
  if (until !== null)
    return (
      <Notice tone="info" title={t('main:change.page.underWay.title')}>
        <p>{t(`main:change.page.underWay.${isUnsent ? 'unsent' : 'sent'}`, { time: format.dateTime(until) })}</p>
        <p>{t('main:change.page.underWay.again', { count: refreshSeconds / 2 })}</p>
      </Notice>
    )
  if (isUnsent) return <Notice tone="warn">{t('main:change.page.unsent.text')}</Notice>
  if (has('unknown')) return <Notice tone="warn">{t('main:change.page.unknown')}</Notice>
  if (rows.every((row) => row.outcome === 'done')) return <Notice tone="ok">{t('main:change.page.allDone')}</Notice>
  return (
    <Notice tone="danger" title={t('main:change.page.someFailed')}>
      {!rest && t('main:change.page.again')}
    </Notice>
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
