/** What one change did to each thing it touched: the result page of every change (design §7). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { lookUp } from '~/change/look-up.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { isLive, paused, refreshTo } from '~/screens/frame/refreshing'
import { differencesIn } from '~/things/record/field-words'
import { findEntries } from '~/trail/find-entries.server'
import { followSends } from '~/trail/send-result.server'
import { visibleTo } from '~/trail/visible-to.server'
import { changeName, detailText, subjectHref } from '~/trail/words'
import { type SegmentKind, Segments } from '~/ui/chart/segments'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { Steps } from '~/ui/steps'
import { BackToList, Next } from './change-next'
import { nextOf } from './change-next.server'
import { ChangeRows } from './change-rows'
import { Verdict } from './change-verdict'
import { listBack } from './list-back.server'
import { placeOf } from './place-of.server'
import { FormAgain, RetryRest } from './rest'
import { formForRest, restOf } from './rest.server'
import { sectionOf } from './section-of'
import { knownBy, unsent } from './under-way.server'
import { wayBackOf } from './way-back.server'

export const handle = {
  title: ({ mutation }, t) => titleOf(t, mutation),
  menu: (data) => data.menu,
} satisfies PageHandle<typeof loader>

/** Seconds after which a change that goes on is looked at again. */
const askAgain = refreshSeconds / 2

/** As many things as one change may touch, and as many as the page names: what was not done is named first. */
const largest = 10_000
const mostNamed = 1_000

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('change', args.params)
  const made = await reader(args)
  const find = () =>
    findEntries({ tenantId: at.tenantId, changeId: at.changeId, visibleTo: visibleTo(made), limit: largest })
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
    subject: {
      id: entry.subject.id,
      kind: entry.subject.kind,
      name: (entry.ending?.subject ?? entry.subject).name,
    },
    href: subjectHref(at.tenantId, entry, made.features),
    outcome: entry.ending?.outcome ?? entry.outcome,
    backHref: wayBackOf(entry, made)?.href ?? null,
    fields: differencesIn({ t, language: made.language }, entry).map(({ label, before, after }) => ({
      name: label,
      from: before,
      to: after,
    })),
    why: [
      detailText({ t, language: made.language }, entry.ending ?? entry),
      ...(lookedUp !== 'nothing' && entry.ending?.outcome === 'unknown' ? [t('main:trail.because.untold')] : []),
    ].join(' '),
  }))
  const order = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']
  const until = waiting ? waiting.until : await knownBy(at)
  const mutation = first?.mutation ?? null
  const around = await placeOf(entries, made)
  const isAuto = isLive(new URL(args.request.url).searchParams, until !== null)
  const autoHref = href('change', at, { auto: refreshSeconds })
  const page = {
    at,
    ...(around && { place: around.place, frame: around.frame, parent: around.parent, level: around.level }),
    mutation,
    menu: first ? sectionOf(first) : ('trail' as const),
    reason: first?.reason ?? null,
    by: first?.actor.name ?? '',
    until,
    isAuto,
    links: { auto: autoHref, paused: href('change', at, { auto: paused }) },
    isUnsent: waiting !== null,
    rows: rows.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || a.sequence - b.sequence),
    next: nextOf(at.tenantId, entries, (capability) => made.may(capability)),
    list: await listBack(first, made),
    rest: await restOf(entries, made),
    form: waiting ? waiting.form : await formForRest(at, entries, made),
    crumbs: [
      ...(around?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
      { name: titleOf(t, mutation), href: href('change', at) },
    ],
  }
  // Nothing is typed here, and it ends by itself: a browser asks again until the change is over.
  return data(page, isAuto ? { headers: refreshTo(autoHref, askAgain) } : {})
}

const titleOf = (t: Translate, mutation: string | null) =>
  mutation === null
    ? t('main:change.page.unsent.title')
    : t('main:change.page.title', { change: changeName(t, mutation) })

export default function ChangePage() {
  const t = useT()
  const { at, mutation, rows, reason, by, rest, form, until, isAuto, links, isUnsent, next, list } =
    useLoaderData<typeof loader>()
  const done = rows.filter((row) => row.outcome === 'done')
  return (
    <>
      <PageHeader
        actions={
          until !== null && <Refresh href={links.paused} autoHref={links.auto} isAuto={isAuto} seconds={askAgain} />
        }
        kind={<bdi>{by}</bdi>}
        name={titleOf(t, mutation)}
        status={
          !isUnsent && (
            <span className="text-soft">
              {t('main:change.page.summary', { done: done.length, count: rows.length })}
              {reason ? ` · ${reason}` : ''}
            </span>
          )
        }
      />
      <Stack>
        <Steps at="done" />
        {rows.length > 1 && <Parts rows={rows} />}
        <Verdict rows={rows} canGoOn={rest !== null} until={until} isUnsent={isUnsent} />
        {rest && <RetryRest rest={rest} />}
        {form && <FormAgain form={form} />}
        {next && <Next next={next} saved={done.map(({ subject }) => subject.id)} />}
        {list && (!next || next.kind === 'back') && <BackToList list={list} />}
        {!isUnsent && (
          <Section title={t('main:change.page.subjects')} flush>
            <ChangeRows tenantId={at.tenantId} rows={rows.slice(0, mostNamed)} />
            {rows.length > mostNamed && (
              <Pager caption={t('main:change.page.subjects')} shown={mostNamed} total={rows.length} />
            )}
          </Section>
        )}
      </Stack>
    </>
  )
}

/** How each part of it stands. */
const partOf = {
  done: 'done',
  failed: 'failed',
  refused: 'failed',
  denied: 'failed',
  pending: 'running',
  unknown: 'waiting',
} as const satisfies Record<string, SegmentKind>

function Parts({ rows }: { rows: readonly { outcome: keyof typeof partOf }[] }) {
  const t = useT()
  const kinds = ['done', 'failed', 'running', 'waiting'] as const
  const count = (kind: SegmentKind) => rows.filter(({ outcome }) => partOf[outcome] === kind).length
  return (
    <Segments
      label={t('main:change.page.summary', { done: count('done'), count: rows.length })}
      parts={kinds.map((kind) => ({
        kind,
        count: count(kind),
        label: t(`main:change.page.parts.${kind}`, { count: count(kind) }),
      }))}
    />
  )
}
