/** The file of an import with the result of each row (journey 12), to correct and upload again. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { answeredSheet } from '~/domain/site-sheet'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { findEntries } from '~/trail/find-entries.server'
import type { Outcome } from '~/trail/record'
import { visibleTo } from '~/trail/visible-to.server'
import { detailText } from '~/trail/words'
import { answerHeadings, answersOf, type ShownRow, shownRow } from './answers'
import { mostThings, planBuild, readBuild } from './build.server'
import { sheetFile } from './sheet-file'

/** Time budget, ms, to read what of the file exists now. */
const budget = 60_000

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImportCsv', args.params)
  const page = await reader(args, { capability: 'hierarchy.write', budget })
  const [form, { entries }] = await Promise.all([
    findChangeForm(at.tenantId, at.changeId),
    findEntries({ tenantId: at.tenantId, changeId: at.changeId, visibleTo: visibleTo(page), limit: mostThings }),
  ])
  const ours = entries.filter(({ mutation, customerId }) => mutation === 'site.build' && customerId === at.customerId)
  if (!form || ours.length === 0) throw new Response(null, { status: 404 })
  const held = (field: string) => form.fields.find(([name]) => name === field)?.[1] ?? ''
  const build = await readBuild({ ...page, form: { csv: held('csv'), rows: held('rows'), partial: true } }, at)
  if (typeof build === 'string') throw new Response(null, { status: 404 })

  const t = translator(page.language)
  const byThing = new Map(ours.map((entry) => [entry.subject.id, entry]))
  const answers = answersOf(
    planBuild(build).rows.map((row) => {
      const shown = shownRow(t, row, [])
      const entry = byThing.get(row.subject.id)
      const outcome = entry?.ending?.outcome ?? entry?.outcome
      const why = entry && outcome !== 'done' ? detailText({ t, language: page.language }, entry.ending ?? entry) : ''
      return { row: shown.row, ...answerOf(t, shown, { outcome, why }) }
    }),
  )
  return sheetFile(answeredSheet(build.sheet, answers, answerHeadings(t)))
}

/** Returns the recorded result of a row; its current state when the change did not touch it. */
function answerOf(t: Translate, shown: ShownRow, { outcome, why }: { outcome: Outcome | undefined; why: string }) {
  if (outcome === 'done') return { result: t('main:import.state.built'), problem: '' }
  if (outcome === 'unknown' || outcome === 'pending') return { result: t('main:import.state.unknown'), problem: why }
  if (outcome) return { result: t('main:import.state.failed'), problem: why }
  return { result: t(`main:import.state.${shown.state}`), problem: shown.problems.join('; ') }
}
