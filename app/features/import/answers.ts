/** The results of the rows of a file as text, for the page and for the returned file. */
import type { PlanRow } from '~/change/plan'
import type { SiteColumn } from '~/domain/site-columns'
import type { ImportDecision, RowProblem } from '~/domain/site-plan'
import type { RowResult } from '~/domain/site-sheet'
import { usageText } from '~/features/site/shared/usage'
import { spaceKindText } from '~/features/space/shared/kind'
import { keyText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'

export type RowState = 'build' | 'exists' | 'problem' | 'waits'

/** Plan fields that locate a row and are not values of it. */
export const rowFields = { row: 'row', place: 'place' } as const

export interface ImportRow {
  id: string
  row: number
  kind: 'site' | 'building' | 'space' | 'device'
  name: string
  place: string
  state: RowState
  problems: string[]
  /** Its values, each with its column heading. */
  details: string[]
  hasMoved: boolean
}

/** Returns the reason why a row is not built, serialized for the plan. */
export function writeFate(fate: Exclude<ImportDecision, { kind: 'exists' | 'build' }>): string {
  return JSON.stringify(fate)
}

function fateIn({ effect, because }: Pick<PlanRow, 'effect' | 'because'>): { state: RowState; problems: RowProblem[] } {
  if (effect === 'change') return { state: 'build', problems: [] }
  if (effect === 'same') return { state: 'exists', problems: [] }
  const fate = JSON.parse(because ?? '{}') as ImportDecision
  if (fate.kind === 'problem') return { state: 'problem', problems: fate.problems }
  const behind = fate.kind === 'waits' ? fate.behind : null
  const problems = behind ? [{ column: null, key: 'main:import.problem.above', values: { row: behind } }] : []
  return { state: 'waits', problems }
}

/** Returns a plan row as shown to a person. */
export function importRow(t: Translate, row: PlanRow, moved: readonly string[]): ImportRow {
  const field = (name: string) => row.fields.find((one) => one.name === name)?.to ?? ''
  const { state, problems } = fateIn(row)
  const own = row.fields.filter(({ name, to }) => name !== rowFields.row && name !== rowFields.place && to)
  return {
    id: row.subject.id,
    row: Number(field(rowFields.row)),
    kind: row.subject.kind as ImportRow['kind'],
    name: row.subject.name,
    place: field(rowFields.place),
    state,
    problems: problems.map((problem) => problemText(t, problem)),
    details: own.map(({ name, to }) => `${columnText(t, name)}: ${valueText(t, name, to ?? '')}`),
    hasMoved: moved.includes(row.subject.id),
  }
}

function problemText(t: Translate, { column, key, values }: RowProblem): string {
  const text = keyText(t, key, values)
  return column ? t('main:import.problem.of', { column: columnText(t, column), text }) : text
}

/** Returns the heading of a column, also for the name of the form field that it fills. */
function columnText(t: Translate, name: string): string {
  const column = name === 'productId' ? 'model' : name === 'siteGroupId' ? 'group' : (name as SiteColumn)
  return t(`main:import.column.${column}`)
}

function valueText(t: Translate, name: string, value: string): string {
  if (name === 'kind') return spaceKindText(t, value)
  if (name === 'usage') return usageText(t, value) ?? value
  if (name === 'units') return value === 'us' ? 'ft²' : 'm²'
  return value
}

/** Returns the two result columns by row; one row can be the first to name several places. */
export function rowAnswers(t: Translate, rows: readonly Pick<ImportRow, 'row' | 'state' | 'problems'>[]) {
  return answersByRow(
    rows.map(({ row, state, problems }) => ({
      row,
      result: t(`main:import.state.${state}`),
      problem: problems.join('; '),
    })),
  )
}

/** Merges results by row: the result of the last one, which is the row's own, and the problems of all. */
export function answersByRow(things: readonly ({ row: number } & RowResult)[]): Map<number, RowResult> {
  const answers = new Map<number, RowResult>()
  for (const { row, result, problem } of things) {
    const previous = answers.get(row)?.problem ?? ''
    const problems = [previous, previous.includes(problem) ? '' : problem].filter(Boolean)
    answers.set(row, { result, problem: problems.join('; ') })
  }
  return answers
}

/** The headings of the two result columns. */
export function answerHeadings(t: Translate): RowResult {
  return { result: t('main:import.column.result'), problem: t('main:import.column.problem') }
}
