/** What one change did to each thing it touched: the result page of every change (design §7). */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { lookUp } from '~/change/look-up.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { refreshTo } from '~/screens/frame/refreshing'
import { findEntries } from '~/trail/find-entries.server'
import { followSends } from '~/trail/send-result.server'
import { visibleTo } from '~/trail/visible-to.server'
import { changeName, detailText, subjectHref } from '~/trail/words'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { refreshSeconds } from '~/ui/refresh'
import { Next } from './change-next'
import { nextOf } from './change-next.server'
import { ChangeRows } from './change-rows'
import { Verdict } from './change-verdict'
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
      ...(around?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
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

export default function ChangePage() {
  const t = useT()
  const { at, mutation, rows, reason, by, rest, formHref, until, isUnsent, next } = useLoaderData<typeof loader>()
  const done = rows.filter((row) => row.outcome === 'done')
  return (
    <>
      <PageHeader
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
        <Verdict rows={rows} canGoOn={rest !== null} until={until} isUnsent={isUnsent} />
        {rest && <RetryRest rest={rest} />}
        {formHref && <FormAgain href={formHref} />}
        {next && <Next next={next} saved={done.map(({ subject }) => subject.id)} />}
        {!isUnsent && (
          <Section title={t('main:change.page.subjects')} flush>
            <ChangeRows tenantId={at.tenantId} rows={rows} />
            <Pager caption={t('main:change.page.subjects')} shown={rows.length} total={rows.length} />
          </Section>
        )}
      </Stack>
    </>
  )
}
