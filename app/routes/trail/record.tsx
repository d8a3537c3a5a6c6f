/** One record of the trail: who, what, before and after, calls, and outcome (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { lookUp } from '~/change/look-up.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { differencesIn } from '~/things/record/field-words'
import { findEntry } from '~/trail/find-entries.server'
import { followSends } from '~/trail/send-result.server'
import { isSeen } from '~/trail/visible-to.server'
import { changeName, detailText, subjectHref } from '~/trail/words'
import { Difference } from '~/ui/difference'
import type { PageHandle } from '~/ui/handle'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { OutcomeBadge } from '~/ui/states'
import { placeOf } from './place-of.server'
import { Calls } from './record-calls'
import { Origin } from './record-origin'
import { PutBack } from './record-put-back'
import { What } from './record-what'
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
  const around = await placeOf({ newest: entry, isOfOneCustomer: true, path: entry.subject.path ?? [] }, made)
  return {
    at,
    ...(around && { place: around.place, frame: around.frame, parent: around.parent, level: around.level }),
    record,
    ending: ending && {
      at: ending.at,
      sequence: ending.sequence,
      hash: ending.hash,
      outcome: ending.outcome,
      calls: ending.calls,
    },
    differences: differencesIn({ t, language: made.language }, entry),
    why: [
      detailText({ t, language: made.language }, ending ?? record),
      lookedUp === 'untold' ? t('main:trail.because.untold') : '',
    ]
      .filter(Boolean)
      .join(' '),
    subjectHref: subjectHref(at.tenantId, entry, made.features),
    wayBack: wayBackOf(entry, made),
    mayFind: made.may('trail.read'),
    crumbs: [
      ...(around?.way ?? [{ name: t('main:view.trail'), href: href('trail', at) }]),
      { name: t('main:trail.recordTitle', { sequence: record.sequence }), href: href('trailRecord', at) },
    ],
  }
}

export default function Record() {
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
              <Difference
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
          <Calls calls={ending?.calls ?? []} />
        </Stack>
        <Stack>
          <What record={record} ending={ending} why={why} mayFind={mayFind} subjectHref={to} />
          {wayBack && <PutBack wayBack={wayBack} />}
          <Origin record={record} ending={ending} />
        </Stack>
      </Columns>
    </>
  )
}

function kindOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'added' as const
  return after === null ? ('removed' as const) : ('changed' as const)
}
