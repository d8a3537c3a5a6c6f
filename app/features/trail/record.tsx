/** One record of the trail: who, what, before and after, calls, and outcome (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { reconcile } from '~/change/reconcile.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { findEntry } from '~/trail/find-entries.server'
import { recordSendResults } from '~/trail/send-result.server'
import { isVisible } from '~/trail/visible-to.server'
import { DifferenceTable } from '~/ui/difference'
import type { PageHandle } from '~/ui/handle'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { OutcomeBadge } from '~/ui/states'
import { changePlace } from './change-place.server'
import { RecordCalls } from './record-calls'
import { RecordFacts } from './record-facts'
import { RecordOrigin } from './record-origin'
import { differencesIn } from './shared/field-text'
import { changeName, detailText, subjectHref } from './shared/words'
import { undoLink } from './undo-link.server'
import { UndoSection } from './undo-section'

export const handle = {
  title: (data, t) => t('main:trail.recordTitle', { sequence: data.record.sequence }),
  menu: 'trail',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('trailRecord', args.params)
  const reader = await readerFor(args)
  const sequence = Number(at.sequence)
  let entry = Number.isSafeInteger(sequence) && sequence > 0 ? await findEntry(at.tenantId, sequence) : null
  if (!entry || !isVisible(entry, reader)) throw new Response(null, { status: 404 })
  const reconciled = await reconcile(args, [entry], reader)
  const isFollowed = await recordSendResults([entry], reader)
  if (reconciled === 'closed' || isFollowed) entry = (await findEntry(at.tenantId, sequence)) ?? entry
  const { outcomeRecord, ...record } = entry
  const t = translator(reader.language)
  const surroundings = await changePlace(
    { newest: entry, isOfOneCustomer: true, path: entry.subject.path ?? [] },
    reader,
  )
  return {
    at,
    ...(surroundings && {
      place: surroundings.place,
      frame: surroundings.frame,
      parent: surroundings.parent,
      level: surroundings.level,
    }),
    record,
    ending: outcomeRecord && {
      at: outcomeRecord.at,
      sequence: outcomeRecord.sequence,
      hash: outcomeRecord.hash,
      outcome: outcomeRecord.outcome,
      calls: outcomeRecord.calls,
    },
    differences: differencesIn({ t, language: reader.language }, entry),
    why: [
      detailText({ t, language: reader.language }, outcomeRecord ?? record),
      reconciled === 'untold' ? t('main:trail.because.untold') : '',
    ]
      .filter(Boolean)
      .join(' '),
    subjectHref: subjectHref(at.tenantId, entry, reader.features),
    wayBack: undoLink(entry, reader),
    mayFind: reader.may('trail.read'),
    crumbs: [
      ...(surroundings?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
      { name: t('main:trail.recordTitle', { sequence: record.sequence }), href: href('trailRecord', at) },
    ],
  }
}

export default function RecordPage() {
  const t = useT()
  const { record, ending, differences, wayBack, why, mayFind, subjectHref: to } = useLoaderData<typeof loader>()
  const outcome = ending?.outcome ?? record.outcome
  const isDone = outcome === 'done'
  return (
    <>
      <PageHeader
        kind={t('main:trail.recordTitle', { sequence: record.sequence })}
        name={changeName(t, record.mutation)}
        status={<OutcomeBadge outcome={outcome} />}
      />
      <Columns>
        <Stack>
          <Section title={t('main:trail.difference')} flush={differences.length > 0}>
            {differences.length > 0 ? (
              <DifferenceTable
                caption={t('main:trail.difference')}
                isPast
                rows={differences.map((one) => ({
                  key: one.name,
                  field: one.label,
                  before: one.before,
                  after: one.after,
                  kind: isDone ? kindOf(one) : 'asked',
                }))}
              />
            ) : (
              <p className="text-soft">{t('main:trail.noDifference')}</p>
            )}
          </Section>
          <RecordCalls calls={ending?.calls ?? []} />
        </Stack>
        <Stack>
          <RecordFacts record={record} ending={ending} why={why} mayFind={mayFind} subjectHref={to} />
          {wayBack && <UndoSection undo={wayBack} />}
          <RecordOrigin record={record} ending={ending} />
        </Stack>
      </Columns>
    </>
  )
}

function kindOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'added' as const
  return after === null ? ('removed' as const) : ('changed' as const)
}
