/** A fault: possible diagnoses, trend, facts, occurrences and notes. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { faultView } from './columns'
import { Evidence } from './evidence'
import { FaultFacts } from './fault-facts'
import { FaultHeader } from './fault-head'
import { faultPageData } from './fault-page.server'
import { faultBudgetMs } from './faults.server'
import { FaultNoteForm, planFaultNote, sendFaultNote } from './note.server'
import { FaultNotes } from './notes'
import { Occurrences } from './occurrences'
import { ResolutionFields } from './resolution-fields'
import { ResolvedNotice } from './resolved-notice'
import { FaultTrend } from './trend'

export const handle = {
  title: ({ row }, t) => t('main:fault.titleOf', { rule: row.rule, equipment: row.equipment }),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('fault', args.params)
  return faultPageData(await readerFor(args, { view: 'faults', budgetMs: faultBudgetMs }), at, args.request)
}

export async function action(args: ActionFunctionArgs) {
  const at = address('fault', args.params)
  return mutate(args, {
    name: 'fault.note',
    about: { kind: 'fault', id: at.faultId, name: at.faultId },
    options: { isDirect: true },
    form: FaultNoteForm,
    plan: (context) => planFaultNote(context, at),
    async work(context) {
      await sendFaultNote(context, at)
      return href('fault', at, { changed: context.changeId })
    },
  })
}

const resolvingId = 'resolving'

export default function FaultPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, row, fault, timeZone, trends, occurrences, notes, links } = data
  const points = trends.ok ? trends.value.points : []
  return (
    <Stack>
      <FaultHeader
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
      <ResolvedNotice row={row} fault={fault} timeZone={timeZone} />
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
      <FaultTrend at={at} row={row} trends={trends} links={links} timeZone={timeZone} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <FaultFacts row={row} fault={fault} timeZone={timeZone} links={links} />
        <Evidence occurrence={data.evidence as never} points={points} />
      </div>
      <Section title={t('main:fault.occurrenceList')} flush>
        {occurrences.ok ? (
          <Occurrences
            occurrences={occurrences.rows as never}
            total={occurrences.total}
            firstHref={occurrences.firstHref}
            nextHref={occurrences.nextHref}
            timeZone={timeZone}
            newest={data.newest}
            equipmentType={row.equipmentType}
            trendsHref={(search) => href('faultTrends', at, search)}
          />
        ) : (
          <div className="p-4">
            <Unavailable detail={serviceProblemText(t, occurrences.problem)} />
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
        <FaultNotes
          notes={notes.ok ? (notes.value.data as never) : null}
          total={notes.ok ? notes.value.totalCount : 0}
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
