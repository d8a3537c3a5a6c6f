/**
 * The things described by the rows of a file: site → building → floor → nested spaces → controller (journey 12). A row
 * describes the last thing it names; the things above are planned too.
 */
import { fold } from '#contracts/fold'
import { toNfc } from '#contracts/plain-text'
import {
  columnsByKind,
  type FieldColumn,
  type PlaceColumn,
  type PlaceKind,
  placeColumns,
  splitSpaces,
} from './site-columns'
import type { SheetRow } from './site-sheet'

/** Maximum depth of nested spaces (domain §10, code 4205). */
export const maxSpaceDepth = 8

/** A problem of a row: a message key, of `errors` or of `main:import.problem`. */
export interface RowProblem {
  column: PlaceColumn | FieldColumn | null
  key: string
  values?: Record<string, string | number>
}

export interface PlannedThing {
  /** Stable for the same file: the first row that names it, and its depth or `again`. */
  id: string
  kind: PlaceKind
  name: string
  /** The row that describes it, else the first that names it. */
  row: number
  /** Null for a site, and for a thing that cannot be placed. */
  parent: PlannedThing | null
  /** Further columns of its own row. */
  cells: Partial<Record<FieldColumn, string>>
  /** Named in the floor column, and thus a floor unless its row says otherwise. */
  isFloor: boolean
  problems: RowProblem[]
  /** The thing it duplicates, when two rows describe the same one. */
  duplicateOf: PlannedThing | null
}

/** Returns the things of the rows, each after the thing that contains it. */
export function plannedThings(rows: readonly SheetRow[]): PlannedThing[] {
  const things: PlannedThing[] = []
  const byKey = new Map<string, PlannedThing>()
  const described = new Set<PlannedThing>()

  function add(row: SheetRow, step: Step, parent: PlannedThing | null, depth: number | 'again'): PlannedThing {
    const thing: PlannedThing = {
      ...step,
      id: `row-${row.number}-${depth}`,
      row: row.number,
      parent,
      cells: {},
      problems: [],
      duplicateOf: null,
    }
    things.push(thing)
    return thing
  }

  for (const row of rows) {
    const steps = stepsOf(row)
    const problems = placeProblems(row, steps)
    if (problems.length > 0) {
      const last = steps.at(-1) ?? { kind: 'site' as const, name: '', isFloor: false }
      add(row, last, null, 0).problems.push(...problems)
      continue
    }
    let parent: PlannedThing | null = null
    let key = ''
    for (const [depth, step] of steps.entries()) {
      key += `\u0000${step.kind}\u0000${fold(step.name)}`
      let thing: PlannedThing | undefined = byKey.get(key)
      if (!thing) {
        thing = add(row, step, parent, depth)
        byKey.set(key, thing)
      }
      if (depth === steps.length - 1) describe(row, thing)
      parent = thing
    }
  }
  return things

  /** Assigns the cells of a row to its thing; a second row of the same thing is a problem. */
  function describe(row: SheetRow, thing: PlannedThing): void {
    const own = ownCells(row, thing.kind)
    if (described.has(thing)) {
      const { kind, name, isFloor, parent } = thing
      const repeated = add(row, { kind, name, isFloor }, parent, 'again')
      repeated.duplicateOf = thing
      repeated.problems.push({ column: kind, key: 'main:import.problem.twice', values: { row: thing.row } })
      return
    }
    described.add(thing)
    thing.row = row.number
    thing.cells = own.cells
    thing.problems.push(...own.problems)
  }
}

type Step = Pick<PlannedThing, 'kind' | 'name' | 'isFloor'>

/** Returns the places from the site down to a row's thing. */
function stepsOf({ cells }: SheetRow): Step[] {
  const step = (kind: PlaceKind, name: string | undefined, isFloor = false): Step[] =>
    name ? [{ kind, name: toNfc(name), isFloor }] : []
  return [
    ...step('site', cells.site),
    ...step('building', cells.building),
    ...step('space', cells.floor, true),
    ...splitSpaces(cells.space ?? '')
      .slice(0, maxSpaceDepth + 1)
      .flatMap((name) => step('space', name)),
    ...step('device', cells.device),
  ]
}

function placeProblems({ cells, isTooLong }: SheetRow, steps: readonly Step[]): RowProblem[] {
  const missing = (column: PlaceColumn): RowProblem => ({ column, key: 'main:import.problem.missing' })
  const spaces = steps.filter(({ kind }) => kind === 'space').length
  const isBelow = spaces > 0 || !!cells.device
  return [
    ...(isTooLong ? [{ column: null, key: 'main:import.problem.shifted' }] : []),
    ...(cells.site ? [] : [missing('site')]),
    ...(isBelow && !cells.building ? [missing('building')] : []),
    ...(cells.device && spaces === 0 ? [missing('space')] : []),
    ...(spaces > maxSpaceDepth
      ? [{ column: 'space' as const, key: 'main:import.problem.deep', values: { most: maxSpaceDepth } }]
      : []),
  ]
}

/** Returns the cells of the thing itself; cells of what contains it are problems. */
function ownCells({ cells }: SheetRow, kind: PlaceKind): Pick<PlannedThing, 'cells' | 'problems'> {
  const allowed: readonly string[] = columnsByKind[kind]
  const fields = Object.entries(cells).filter(([column]) => !isPlace(column)) as [FieldColumn, string][]
  return {
    cells: Object.fromEntries(fields.filter(([column]) => allowed.includes(column))),
    problems: fields
      .filter(([column]) => !allowed.includes(column))
      .map(([column]) => ({ column, key: `main:import.problem.notOf.${kind}` })),
  }
}

function isPlace(column: string): boolean {
  return (placeColumns as readonly string[]).includes(column)
}

/** Returns the names of the things that contain a thing, the outermost first. */
export function namesAbove({ parent }: PlannedThing): string[] {
  return parent ? [...namesAbove(parent), parent.name] : []
}

/** The planned action for a thing. */
export type ImportDecision =
  | { kind: 'exists' }
  | { kind: 'build' }
  | { kind: 'problem'; problems: RowProblem[] }
  /** Blocked by the thing that contains it, identified by its row, or by another row of the file (null). */
  | { kind: 'waits'; behind: number | null }

/**
 * Decides what to do with each thing, from the existing ones and the problems of new ones. Without `isPartial`, nothing
 * is built while anything has a problem.
 */
export function importDecisions(
  things: readonly PlannedThing[],
  options: { exists(thing: PlannedThing): boolean; check(thing: PlannedThing): RowProblem[]; isPartial: boolean },
): Map<PlannedThing, ImportDecision> {
  const decisions = new Map<PlannedThing, ImportDecision>()
  for (const thing of things) decisions.set(thing, decisionFor(thing))
  const hasProblems = [...decisions.values()].some(({ kind }) => kind === 'problem')
  if (hasProblems && !options.isPartial)
    for (const [thing, decision] of decisions)
      if (decision.kind === 'build') decisions.set(thing, { kind: 'waits', behind: null })
  return decisions

  function decisionFor(thing: PlannedThing): ImportDecision {
    if (options.exists(thing.duplicateOf ?? thing)) return { kind: 'exists' }
    const problems = [...thing.problems, ...options.check(thing)]
    if (problems.length > 0) return { kind: 'problem', problems }
    const { parent } = thing
    const above = parent && decisions.get(parent)
    if (above?.kind === 'problem') return { kind: 'waits', behind: parent?.row ?? null }
    return above?.kind === 'waits' ? above : { kind: 'build' }
  }
}
