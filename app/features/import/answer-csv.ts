/** The file of an import with the result of each row (journey 12), to correct and upload again. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { sheetWithResults } from '~/domain/site-sheet'
import { detailText } from '~/features/trail/shared/words'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { findEntries } from '~/trail/find-entries.server'
import type { Outcome } from '~/trail/record'
import { visibleTo } from '~/trail/visible-to.server'
import { answerHeadings, answersByRow, type ImportRow, importRow } from './answers'
import { maxThings, planBuild, readBuild } from './build.server'
import { sheetFile } from './sheet-file'

/** Time budget, ms, to read what of the file exists now. */
const budgetMs = 60_000

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImportCsv', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write', budgetMs })
  const [form, { entries }] = await Promise.all([
    findChangeForm(at.tenantId, at.changeId),
    findEntries({ tenantId: at.tenantId, changeId: at.changeId, visibleTo: visibleTo(reader), limit: maxThings }),
  ])
  const buildEntries = entries.filter(
    ({ mutation, customerId }) => mutation === 'site.build' && customerId === at.customerId,
  )
  if (!form || buildEntries.length === 0) throw new Response(null, { status: 404 })
  const fieldValue = (field: string) => form.fields.find(([name]) => name === field)?.[1] ?? ''
  const build = await readBuild(
    { ...reader, form: { csv: fieldValue('csv'), rows: fieldValue('rows'), partial: true } },
    at,
  )
  if (typeof build === 'string') throw new Response(null, { status: 404 })

  const t = translator(reader.language)
  const byThing = new Map(buildEntries.map((entry) => [entry.subject.id, entry]))
  const answers = answersByRow(
    planBuild(build).rows.map((row) => {
      const answerRow = importRow(t, row, [])
      const entry = byThing.get(row.subject.id)
      const outcome = entry?.outcomeRecord?.outcome ?? entry?.outcome
      const reason =
        entry && outcome !== 'done' ? detailText({ t, language: reader.language }, entry.outcomeRecord ?? entry) : ''
      return { row: answerRow.row, ...recordedAnswer(t, answerRow, { outcome, reason }) }
    }),
  )
  return sheetFile(sheetWithResults(build.sheet, answers, answerHeadings(t)))
}

/** Returns the recorded result of a row; its current state when the change did not touch it. */
function recordedAnswer(
  t: Translate,
  answerRow: ImportRow,
  { outcome, reason }: { outcome: Outcome | undefined; reason: string },
) {
  if (outcome === 'done') return { result: t('main:import.state.built'), problem: '' }
  if (outcome === 'unknown' || outcome === 'pending') return { result: t('main:import.state.unknown'), problem: reason }
  if (outcome) return { result: t('main:import.state.failed'), problem: reason }
  return { result: t(`main:import.state.${answerRow.state}`), problem: answerRow.problems.join('; ') }
}
