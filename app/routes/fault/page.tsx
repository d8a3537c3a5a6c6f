/** A fault: what its rule looks for and found, what may be behind it, its trend, every time it held, and what was noted. */
import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { serviceText } from '~/change/problem-text'
import { address, href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/screens/list/list'
import { faultView } from '~/things/fault/columns'
import { relatedTo } from '~/things/fault/related.server'
import { faultRow } from '~/things/fault/row'
import { RuleTrends } from '~/things/fault/rule-trends'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { windowWord } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { Evidence } from './evidence'
import { faultHere, windowOf } from './fault.server'
import { FaultHead } from './fault-head'
import { budget } from './faults.server'
import { addNote, NoteForm, planNote } from './note.server'
import { Notes } from './notes'
import { Occurrences } from './occurrences'
import { ResolutionFields } from './resolution-fields'

export const handle = {
  title: ({ row }, t) => t('main:fault.titleOf', { rule: row.rule, equipment: row.equipment }),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

/** Occurrences that the page lists, the newest first. */
const occurrencesShown = 20

export async function loader(args: LoaderFunctionArgs) {
  const at = address('fault', args.params)
  const made = await reader(args, { view: 'faults', budget })
  const { panel, may } = made
  const [{ fault, timeZone }, notes] = await Promise.all([
    faultHere(made, at),
    panel(operations.listFaultNotes, { path: { id: at.faultId } }),
  ])
  const { equipmentId, faultRuleId, path = [], deviceId } = fault
  const window = windowOf(fault)
  const [trends, occurrences, related] = await Promise.all([
    trendsOf(made, fault, window),
    panel(operations.findFaultOccurrences, {
      path: { equipmentId, faultRuleId },
      body: { pageSize: occurrencesShown },
    }),
    relatedTo(made, at, fault),
  ])
  const t = translator(made.language)
  const row = faultRow(at, fault)
  return {
    at,
    row,
    fault: {
      description: fault.description ?? '',
      diagnoses: (fault.possibleDiagnosis ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      detectedAt: fault.detectedAt ?? null,
      lastSeenAt: fault.lastSeenAt ?? null,
      resolvedAt: fault.resolvedAt ?? null,
      resolvedBy: fault.resolvedBy?.fullName ?? '',
      comment: fault.resolutionComment ?? '',
    },
    timeZone,
    newest: newestOf(fault),
    trends,
    occurrences,
    related,
    notes,
    mayNote: may('fault.note'),
    formKey: newKey(),
    links: {
      resolve:
        may('fault.resolve') && fault.status !== 'resolved' ? href('faultsResolving', at, { fault: fault.id }) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'fault', id: fault.id }) : null,
      rule: made.features.faultRules && may('rule.read') ? href('rule', { ...at, ruleId: faultRuleId }) : null,
      equipment:
        made.features.equipment && may('equipment.read')
          ? nodeHref(at, path, { id: equipmentId, type: 'equipment' })
          : null,
      device: deviceId && may('device.read') ? nodeHref(at, path, { id: deviceId, type: 'device' }) : null,
      trends: href('faultTrends', at, windowWord(window)),
      csv: href('faultTrendsCsv', at, windowWord(window)),
    },
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: row.equipment, href: href('fault', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('fault', args.params)
  return mutate(args, {
    name: 'fault.note',
    about: { kind: 'fault', id: at.faultId, name: at.faultId },
    isDirect: true,
    form: NoteForm,
    plan: (desk) => planNote(desk, at),
    async work(desk) {
      await addNote(desk, at)
      return href('fault', at, { changed: desk.changeId })
    },
  })
}

type Data = SerializeFrom<typeof loader>

const resolvingId = 'resolving'

export default function FaultPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, row, fault, timeZone, trends, occurrences, notes, links } = data
  const series = trends.ok ? trends.value.series : []
  return (
    <Stack>
      <FaultHead
        row={row}
        actions={
          <>
            {links.resolve && (
              <ButtonLink look="primary" href={`#${resolvingId}`}>
                {t('main:fault.resolve')}
              </ButtonLink>
            )}
            {links.history && (
              <ButtonLink look="quiet" href={links.history}>
                {t('main:fault.history')}
              </ButtonLink>
            )}
          </>
        }
      />
      <ChangedNotice tenantId={at.tenantId} />
      <Resolved />
      <Section title={t('main:fault.diagnosis')}>
        {fault.diagnoses.length > 0 ? (
          <ul className="list-disc ps-5">
            {fault.diagnoses.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p className="text-soft">{t('main:fault.diagnosisNone')}</p>
        )}
        {fault.description && <p className="mt-2 text-sm text-soft">{fault.description}</p>}
      </Section>
      <Trend trends={trends as never} timeZone={timeZone} links={links} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Known />
        {occurrences.ok && (
          <Evidence occurrence={(occurrences.value.data[0] ?? null) as never} series={series as never} />
        )}
      </div>
      <Section title={t('main:fault.occurrenceList')} flush>
        {occurrences.ok ? (
          <Occurrences
            occurrences={occurrences.value.data as never}
            total={occurrences.value.totalCount}
            timeZone={timeZone}
            newest={data.newest}
            trendsHref={(search) => href('faultTrends', at, search)}
          />
        ) : (
          <div className="p-4">
            <Unavailable detail={serviceText(t, occurrences.problem)} />
          </div>
        )}
      </Section>
      {data.related.length > 0 && (
        <Section title={t('main:fault.related')} flush>
          <ViewTable
            view={{ ...faultView, columns: faultView.columns.filter(({ key }) => key !== 'equipment') }}
            caption={t('main:fault.related')}
            rows={data.related}
          />
        </Section>
      )}
      <Section title={t('main:fault.noteList')}>
        <Notes
          notes={notes.ok ? (notes.value.data as never) : null}
          problem={notes.ok ? null : notes.problem}
          timeZone={timeZone}
          mayNote={data.mayNote}
          formKey={data.formKey}
        />
      </Section>
      {links.resolve && (
        <div id={resolvingId}>
          <Section title={t('main:fault.resolve')}>
            <Form action={links.resolve} hidden={{ fault: row.id }}>
              <ResolutionFields />
              <SubmitRow label={t('action.review')} />
            </Form>
          </Section>
        </div>
      )}
    </Stack>
  )
}

/** That somebody resolved it, and whether it came back since. */
function Resolved() {
  const t = useT()
  const format = useFormat()
  const { row, fault, timeZone } = useLoaderData<typeof loader>()
  if (!fault.resolvedAt || !row.resolution) return null
  const when = format.minute(fault.resolvedAt, timeZone)
  const how = t(`main:fault.resolution.${row.resolution}`)
  const said = { when, how, name: fault.resolvedBy }
  if (row.cameBack)
    return (
      <Notice tone="warn" quiet title={t('main:fault.cameBack')}>
        {t(fault.resolvedBy ? 'main:fault.cameBackText' : 'main:fault.cameBackTextNameless', said)}
      </Notice>
    )
  if (row.status !== 'resolved') return null
  return (
    <Notice
      tone="ok"
      quiet
      title={t(fault.resolvedBy ? 'main:fault.resolvedText' : 'main:fault.resolvedTextNameless', said)}
    >
      {fault.comment && <bdi>{fault.comment}</bdi>}
    </Notice>
  )
}

function Known() {
  const t = useT()
  const format = useFormat()
  const { row, fault, timeZone, links } = useLoaderData<typeof loader>()
  const time = (at: string | null) => at && <Time at={at} timeZone={timeZone} />
  return (
    <Section title={t('main:fault.facts')}>
      <Facts
        facts={[
          { term: t('main:fault.rule'), value: links.rule ? <A href={links.rule}>{row.rule}</A> : row.rule },
          {
            term: t('main:fault.equipment'),
            value: links.equipment ? <A href={links.equipment}>{row.equipment}</A> : row.equipment,
          },
          { term: t('main:fault.since'), value: time(row.since) },
          { term: t('main:fault.detected'), value: time(fault.detectedAt) },
          {
            term: row.ended ? t('main:fault.ended') : t('main:fault.lastSeen'),
            value: time(row.ended ?? fault.lastSeenAt),
          },
          { term: t('main:fault.duration'), value: row.minutes === null ? null : format.duration(row.minutes * 60) },
          { term: t('main:fault.occurrences'), value: row.times },
          { term: t('main:fault.categoryLabel'), value: row.category && t(`main:fault.category.${row.category}`) },
          {
            term: t('main:fault.controller'),
            value: row.hostId && (links.device ? <A href={links.device}>{row.hostId}</A> : row.hostId),
          },
        ]}
      />
    </Section>
  )
}

/** What the points of the rule did around it. */
function Trend({
  trends,
  timeZone,
  links,
}: Pick<Data, 'timeZone' | 'links'> & {
  trends: { ok: true; value: Trends } | Extract<Data['trends'], { ok: false }>
}) {
  const t = useT()
  if (!trends.ok)
    return (
      <Section title={t('main:fault.trend')}>
        <Unavailable detail={serviceText(t, trends.problem)} />
      </Section>
    )
  if (trends.value.series.every(({ samples }) => samples.length === 0))
    return (
      <Section title={t('main:fault.trend')}>
        <EmptyState title={t('main:fault.noTrend')}>{t('main:fault.noTrendText')}</EmptyState>
      </Section>
    )
  return (
    <div>
      <RuleTrends trends={trends.value} timeZone={timeZone} csvHref={links.csv} most={1} />
      <p className="mt-2">
        <A href={links.trends}>{t('main:fault.allTrends')}</A>
      </p>
    </div>
  )
}
