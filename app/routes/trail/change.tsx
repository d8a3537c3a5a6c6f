/** The effect of one change on each subject: the result page of every change (design §7). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { lookUp } from '~/change/look-up.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { leftOut } from '~/screens/configuration/left-out.server'
import { LeftOutNotice } from '~/screens/configuration/safety-notices'
import { isLive, paused, refreshTo } from '~/screens/frame/refreshing'
import { kindOfChange } from '~/things/configuration'
import { differencesIn } from '~/things/record/field-words'
import { doneOf, type FoundChange, findChange, leftOf, toldFirst } from '~/trail/find-change.server'
import { findEntries } from '~/trail/find-entries.server'
import { type Outcome, outcomes as outcomeNames } from '~/trail/record'
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
import { formForRest, ownForm, restOf } from './rest.server'
import { sectionOf } from './section-of'
import { SentNotice } from './sent-notice'
import { sentSince } from './sent-since.server'
import { knownBy, unsent } from './under-way.server'
import { wayBackOf } from './way-back.server'

export const handle = {
  title: ({ mutation }, t) => titleOf(t, mutation),
  menu: (data) => data.menu,
} satisfies PageHandle<typeof loader>

/** Seconds between reloads of a running change. */
const askAgain = refreshSeconds / 2

/** The limit of subjects on the page. */
const mostNamed = 1_000

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('change', args.params)
  const made = await reader(args)
  const of = { tenantId: at.tenantId, changeId: at.changeId, visibleTo: visibleTo(made) }
  const find = () => findChange(of, { most: mostNamed })
  let [change, form] = await Promise.all([find(), findChangeForm(at.tenantId, at.changeId)])
  const limit = change?.outcomes.unknown
  const unknown = limit ? await findEntries({ ...of, outcome: 'unknown', limit }) : null
  const lookedUp = await lookUp(args, unknown?.entries ?? [], made)
  const isFollowed = await followSends(change?.entries ?? [], made)
  if (lookedUp === 'closed' || isFollowed) change = await find()
  const own = ownForm(form, made)
  const first = change?.newest
  const waiting = change ? null : await unsent(at, own, made)
  if (!change && !waiting) throw new Response(null, { status: 404 })
  const t = translator(made.language)
  const rows = (change?.entries ?? []).map((entry) => ({
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
  const order = (outcome: Outcome) => toldFirst.indexOf(outcome)
  const until = waiting ? waiting.until : await knownBy(at)
  const mutation = first?.mutation ?? null
  const around = change && (await placeOf(change, made))
  const outcomes = change?.outcomes ?? {}
  const isLeft = !outcomes.pending && (outcomes.failed || outcomes.refused || outcomes.unknown)
  const left = isLeft ? await leftOf(of) : []
  const next = change && nextOf(change, made.may)
  const sent = change && (await sentSince(change, of.visibleTo))
  const sendOf = first?.mutation === 'configuration.send' && first.customerId
  const notReached = sendOf
    ? await asPanel(
        leftOut(
          made,
          { tenantId: at.tenantId, customerId: sendOf, kind: kindOfChange(first) },
          { changeId: at.changeId },
        ),
      )
    : null
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
    count: change?.count ?? 0,
    outcomes,
    rows: rows.sort((a, b) => order(a.outcome) - order(b.outcome) || a.sequence - b.sequence),
    next,
    saved: next && 'sendTo' in next && next.sendTo ? (sent?.savedOnly ?? (await doneOf(of))).map(({ id }) => id) : [],
    /** Sends after this save. */
    sent,
    /** Controllers that the send was meant for but did not reach; null where unknown. */
    notReached: notReached?.ok ? notReached.value : null,
    list: first ? listBack(first, own, made) : null,
    rest: change && restOf(change, { form, left }, made),
    form: change ? formForRest(change, { own, left }) : (waiting?.form ?? null),
    crumbs: [
      ...(around?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
      { name: titleOf(t, mutation), href: href('change', at) },
    ],
  }
  // Nothing is typed on this page and it reaches an end: browsers reload until the change is over.
  return data(page, isAuto ? { headers: refreshTo(autoHref, askAgain) } : {})
}

const titleOf = (t: Translate, mutation: string | null) =>
  mutation === null
    ? t('main:change.page.unsent.title')
    : t('main:change.page.title', { change: changeName(t, mutation) })

export default function ChangePage() {
  const t = useT()
  const page = useLoaderData<typeof loader>()
  const { at, mutation, count, outcomes, rows, reason, by, rest, form, until, isAuto, links, isUnsent, next } = page
  const isAllDone = count > 0 && outcomes.done === count
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
              {t('main:change.page.summary', { done: outcomes.done ?? 0, count })}
              {reason ? ` · ${reason}` : ''}
            </span>
          )
        }
      />
      <Stack>
        <Steps at="done" />
        {count > 1 && <Parts count={count} outcomes={outcomes} />}
        {page.sent && isAllDone && <SentNotice tenantId={at.tenantId} sends={page.sent} />}
        {page.notReached && <LeftOutNotice tenantId={at.tenantId} left={page.notReached} />}
        {!(isAllDone && (page.sent || page.notReached)) && (
          <Verdict count={count} outcomes={outcomes} canGoOn={rest !== null} until={until} isUnsent={isUnsent} />
        )}
        {rest && <RetryRest rest={rest} />}
        {form && <FormAgain form={form} />}
        {next && <Next next={next} saved={page.saved} />}
        {page.list && (!next || next.kind === 'back') && <BackToList list={page.list} />}
        {!isUnsent && (
          <Section title={t('main:change.page.subjects')} flush>
            <ChangeRows tenantId={at.tenantId} rows={rows} />
            {count > rows.length && (
              <Pager caption={t('main:change.page.subjects')} shown={rows.length} total={count} />
            )}
          </Section>
        )}
      </Stack>
    </>
  )
}

/** The segment of each outcome. */
const partOf = {
  done: 'done',
  failed: 'failed',
  refused: 'failed',
  denied: 'failed',
  pending: 'running',
  unknown: 'waiting',
} as const satisfies Record<Outcome, SegmentKind>

function Parts({ count, outcomes }: Pick<FoundChange, 'count' | 'outcomes'>) {
  const t = useT()
  const kinds = ['done', 'failed', 'running', 'waiting'] as const
  const countIn = (kind: SegmentKind) =>
    outcomeNames.reduce((sum, one) => sum + (partOf[one] === kind ? (outcomes[one] ?? 0) : 0), 0)
  return (
    <Segments
      label={t('main:change.page.summary', { done: countIn('done'), count })}
      parts={kinds.map((kind) => ({
        kind,
        count: countIn(kind),
        label: t(`main:change.page.parts.${kind}`, { count: countIn(kind) }),
      }))}
    />
  )
}
