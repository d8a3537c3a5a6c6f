/** The effect of one change on each subject: the result page of every change (design §7). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { reconcile } from '~/change/reconcile.server'
import { kindOfChange } from '~/features/configuration/shared/configuration'
import { SkippedNotice } from '~/features/configuration/shared/safety-notices'
import { findSkippedControllers } from '~/features/configuration/shared/skipped-controllers.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { autoPaused, isLivePage, refreshHeader } from '~/kit/frame/refresh'
import { type ChangeDetails, completedOf, findChange, outcomeOrder, unfinishedOf } from '~/trail/find-change.server'
import { findEntries } from '~/trail/find-entries.server'
import { type Outcome, outcomes as outcomeNames } from '~/trail/record'
import { recordSendResults } from '~/trail/send-result.server'
import { visibleTo } from '~/trail/visible-to.server'
import { type SegmentKind, Segments } from '~/ui/chart/segments'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { ChangeSteps } from '~/ui/steps'
import { changePlace } from './change-place.server'
import { ChangeRows } from './change-rows'
import { ChangeVerdict } from './change-verdict'
import { BackToList, FollowUp } from './follow-up'
import { followUp } from './follow-up.server'
import { menuEntryOf } from './menu-entry-of'
import { originList } from './origin-list.server'
import { ReopenForm, RetryRest } from './retry-form'
import { formLinkForRest, ownForm, retryForm } from './retry-form.server'
import { sendsAfterSave } from './sends-after-save.server'
import { SendsNotice } from './sends-notice'
import { differencesIn } from './shared/field-text'
import { changeName, detailText, subjectHref } from './shared/words'
import { undoLink } from './undo-link.server'
import { latestEnd, unsentChange } from './unfinished-change.server'

export const handle = {
  title: ({ mutation }, t) => titleOf(t, mutation),
  menu: (data) => data.menu,
} satisfies PageHandle<typeof loader>

/** Seconds between reloads of a running change. */
const reloadSeconds = refreshSeconds / 2

/** The limit of subjects on the page. */
const maxNamed = 1_000

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export async function loader(args: LoaderFunctionArgs) {
  const at = address('change', args.params)
  const reader = await readerFor(args)
  const scope = { tenantId: at.tenantId, changeId: at.changeId, visibleTo: visibleTo(reader) }
  const find = () => findChange(scope, { max: maxNamed })
  let [change, form] = await Promise.all([find(), findChangeForm(at.tenantId, at.changeId)])
  const end = await latestEnd(at)
  // It may have ended in between.
  if (end === null && change?.outcomes.pending) change = await find()
  const limit = change?.outcomes.unknown
  const unknown = limit ? await findEntries({ ...scope, outcome: 'unknown', limit }) : null
  const reconciled = await reconcile(args, unknown?.entries ?? [], reader)
  const isFollowed = await recordSendResults(change?.entries ?? [], reader)
  if (reconciled === 'closed' || isFollowed) change = await find()
  const typedForm = ownForm(form, reader)
  const first = change?.newest
  const pendingChange = change ? null : await unsentChange(at, typedForm, reader)
  if (!change && !pendingChange) throw new Response(null, { status: 404 })
  const t = translator(reader.language)
  const rows = (change?.entries ?? []).map((entry) => ({
    sequence: entry.sequence,
    subject: {
      id: entry.subject.id,
      kind: entry.subject.kind,
      name: (entry.outcomeRecord?.subject ?? entry.subject).name,
    },
    href: subjectHref(at.tenantId, entry, reader.features),
    outcome: entry.outcomeRecord?.outcome ?? entry.outcome,
    backHref: undoLink(entry, reader)?.href ?? null,
    fields: differencesIn({ t, language: reader.language }, entry).map(({ label, before, after }) => ({
      name: label,
      from: before,
      to: after,
    })),
    why: [
      detailText({ t, language: reader.language }, entry.outcomeRecord ?? entry),
      ...(reconciled !== 'nothing' && entry.outcomeRecord?.outcome === 'unknown'
        ? [t('main:trail.because.untold')]
        : []),
    ].join(' '),
  }))
  const order = (outcome: Outcome) => outcomeOrder.indexOf(outcome)
  const until = pendingChange ? pendingChange.until : end
  const mutation = first?.mutation ?? null
  const surroundings = change && (await changePlace(change, reader))
  const outcomes = change?.outcomes ?? {}
  const isIncomplete = !outcomes.pending && (outcomes.failed || outcomes.refused || outcomes.unknown)
  const unfinished = isIncomplete ? await unfinishedOf(scope) : []
  const next = change && followUp(change, reader.may)
  const sent = change && (await sendsAfterSave(change, scope.visibleTo))
  const sendCustomerId = first?.mutation === 'configuration.send' && first.customerId
  const notReached = sendCustomerId
    ? await asPanel(
        findSkippedControllers(
          reader,
          { tenantId: at.tenantId, customerId: sendCustomerId, kind: kindOfChange(first) },
          { changeId: at.changeId },
        ),
      )
    : null
  const isAuto = isLivePage(new URL(args.request.url).searchParams, until !== null)
  const autoHref = href('change', at, { auto: refreshSeconds })
  const page = {
    at,
    ...(surroundings && {
      place: surroundings.place,
      frame: surroundings.frame,
      parent: surroundings.parent,
      level: surroundings.level,
    }),
    mutation,
    menu: first ? menuEntryOf(first) : ('trail' as const),
    reason: first?.reason ?? null,
    by: first?.actor.name ?? '',
    until,
    isAuto,
    links: { auto: autoHref, paused: href('change', at, { auto: autoPaused }) },
    isUnsent: pendingChange !== null,
    count: change?.count ?? 0,
    outcomes,
    rows: rows.sort((a, b) => order(a.outcome) - order(b.outcome) || a.sequence - b.sequence),
    next,
    saved:
      next && 'sendTo' in next && next.sendTo
        ? (sent?.savedOnly ?? (await completedOf(scope))).map(({ id }) => id)
        : [],
    /** Sends after this save. */
    sent,
    /** Controllers that the send was meant for but did not reach; null where unknown. */
    notReached: notReached?.ok ? notReached.value : null,
    list: first ? originList(first, typedForm, reader) : null,
    rest: change && retryForm(change, { form, unfinished }, reader),
    form: change ? formLinkForRest(change, { own: typedForm, unfinished }) : (pendingChange?.form ?? null),
    crumbs: [
      ...(surroundings?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
      { name: titleOf(t, mutation), href: href('change', at) },
    ],
  }
  // Nothing is typed on this page and it reaches an end: browsers reload until the change is over.
  return data(page, isAuto ? { headers: refreshHeader(autoHref, reloadSeconds) } : {})
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
          until !== null && (
            <Refresh href={links.paused} autoHref={links.auto} isAuto={isAuto} seconds={reloadSeconds} />
          )
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
        <ChangeSteps at="done" />
        {count > 1 && <OutcomeBar count={count} outcomes={outcomes} />}
        {page.sent && isAllDone && <SendsNotice tenantId={at.tenantId} sends={page.sent} />}
        {page.notReached && <SkippedNotice tenantId={at.tenantId} skipped={page.notReached} />}
        {!(isAllDone && (page.sent || page.notReached)) && (
          <ChangeVerdict
            mutation={mutation}
            count={count}
            outcomes={outcomes}
            canRetry={rest !== null}
            until={until}
            isUnsent={isUnsent}
          />
        )}
        {rest && <RetryRest rest={rest} />}
        {form && <ReopenForm form={form} />}
        {next && <FollowUp next={next} saved={page.saved} />}
        {page.list && (!next || next.kind === 'back') && <BackToList list={page.list} />}
        {!isUnsent && (
          <Section title={t('main:change.page.subjects')} flush>
            <ChangeRows tenantId={at.tenantId} rows={rows} />
            {count > rows.length && (
              <Pager caption={t('main:change.page.subjects')} rowCount={rows.length} total={count} />
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

function OutcomeBar({ count, outcomes }: Pick<ChangeDetails, 'count' | 'outcomes'>) {
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
