/** Equipment with the roles of its points and the points that could fill them (domain §4.6). */
import type { PointKind, PointType } from '#contracts/points'
import type { PathNode } from '#contracts/scalars'

export interface MappingRole {
  role: string
  pointTypeId: string
  /** Rules that cannot run without it. */
  rules: string[]
  /** The mapped point. */
  point: { id: string; name: string } | null
}

/** An unmapped point of the equipment's controllers. */
export interface UnmappedPoint {
  id: string
  name: string
  unit: string | null
  kind: PointKind
  /** The groups in which its controller lists it, as a path. */
  group?: string
  suggestedRole: string | null
  /** Of the suggestion, from 0 to 1. */
  confidence: number
}

/** A piece of equipment to map points for. */
export interface MappingUnit {
  id: string
  name: string
  type: string
  path: PathNode[]
  customerId: string | undefined
  eTag: string | undefined
  /** Those required by rules first. */
  roles: MappingRole[]
  unmapped: UnmappedPoint[]
}

/** `VAV SCI-01.SaFlow` → `SaFlow`: the part of the name that similar points of similar equipment share. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Number of rules of equipment, and of those that have all their points. */
export interface Readiness {
  ready: number
  total: number
}

/** Counts the rules that have all their points, with the roles in `changed` assumed filled (true) or empty (false). */
export function readinessOf(
  unit: Pick<MappingUnit, 'roles'>,
  changed: ReadonlyMap<string, boolean> = new Map(),
): Readiness {
  const rules = new Set(unit.roles.flatMap((role) => role.rules))
  const waiting = waitingRules(unit, changed)
  return { ready: rules.size - waiting.size, total: rules.size }
}

/** Returns the codes of the rules that lack a point. */
export function waitingRules(
  { roles }: Pick<MappingUnit, 'roles'>,
  changed: ReadonlyMap<string, boolean> = new Map(),
): Set<string> {
  const isFilled = ({ role, point }: MappingRole) => changed.get(role) ?? point !== null
  return new Set(roles.filter((role) => !isFilled(role)).flatMap((role) => role.rules))
}

/** Whether a point can have a type: same kind and same measured quantity (domain §4.6). */
export type PointTypeCheck = (pointTypeId: string, point: Pick<UnmappedPoint, 'unit' | 'kind'>) => boolean

/** Returns the check for the types of a backend. A type or unit that it does not list never excludes a point. */
export function pointTypeCheck(
  types: readonly Pick<PointType, 'id' | 'kind' | 'unitQuantity' | 'defaultUnit'>[],
): PointTypeCheck {
  const byId = new Map(types.map((type) => [type.id, type]))
  const quantities = new Map(
    types.flatMap(({ defaultUnit, unitQuantity }) =>
      defaultUnit && unitQuantity ? [[defaultUnit, unitQuantity]] : [],
    ),
  )
  return (pointTypeId, { unit, kind }) => {
    const type = byId.get(pointTypeId)
    if (!type) return true
    const measured = unit === null ? null : quantities.get(unit)
    return type.kind === kind && (measured === undefined || measured === type.unitQuantity)
  }
}

/** Actions for a role: keep it or clear it; any other value is a point. */
export const keepRole = '-leave'
export const clearRole = '-none'

/** A role across several pieces of equipment, as a row of the form. */
export interface RoleLine {
  role: string
  pointTypeId: string
  rules: string[]
  /** Number of pieces of equipment that have the role, and of those that lack a point for it. */
  on: number
  missing: number
  /** Name of the current point; `…` if the names differ. */
  now: string | null
  options: PointOption[]
  /** The suggested option with its confidence. */
  suggested: { key: string; confidence: number } | null
}

export interface PointOption {
  key: string
  name: string
  unit: string | null
  /** Of a point of one piece of equipment: the groups in which its controller lists it. */
  group?: string | undefined
  /** Number of pieces of equipment that have such a point. */
  on: number
}

/** Returns the key of a point: its id for one piece of equipment, its common name for several. */
export const pointKey = (point: { id: string; name: string }, isOne: boolean): string =>
  isOne ? point.id : lastPart(point.name)

/** Returns the roles of the equipment: those that rules wait for first, most missing first. */
export function roleLines(units: readonly MappingUnit[], fits: PointTypeCheck): RoleLine[] {
  const isOne = units.length === 1
  const lines = new Map<string, RoleLine>()
  for (const unit of units) {
    for (const { role, pointTypeId, rules, point } of unit.roles) {
      const line = lines.get(role) ?? emptyLine({ role, pointTypeId, rules }, units, { isOne, fits })
      line.on += 1
      if (!point) line.missing += 1
      const name = point && (isOne ? point.name : lastPart(point.name))
      if (name) line.now = line.now === null || line.now === name ? name : '…'
      lines.set(role, line)
    }
  }
  const rows = [...lines.values()].map((line) => ({ ...line, suggested: suggestionOf(line, units, isOne) }))
  const rank = ({ rules, missing }: RoleLine) => (rules.length > 0 ? (missing > 0 ? 0 : 1) : 2)
  return rows.sort((a, b) => rank(a) - rank(b) || b.missing - a.missing)
}

type OptionContext = { isOne: boolean; fits: PointTypeCheck }

const emptyLine = (
  role: Pick<RoleLine, 'role' | 'pointTypeId' | 'rules'>,
  units: readonly MappingUnit[],
  context: OptionContext,
): RoleLine => ({
  ...role,
  on: 0,
  missing: 0,
  now: null,
  options: optionsOf(units, role.pointTypeId, context),
  suggested: null,
})

function optionsOf(units: readonly MappingUnit[], pointTypeId: string, { isOne, fits }: OptionContext): PointOption[] {
  const options = new Map<string, PointOption>()
  for (const { unmapped } of units) {
    for (const point of unmapped) {
      if (!fits(pointTypeId, point)) continue
      const key = pointKey(point, isOne)
      const option = options.get(key)
      if (option) option.on += 1
      else {
        const name = isOne ? point.name : lastPart(point.name)
        options.set(key, { key, name, unit: point.unit, ...(isOne && { group: point.group }), on: 1 })
      }
    }
  }
  return [...options.values()].sort((a, b) => b.on - a.on || a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Returns the option suggested for most of the equipment, with the lowest confidence of those suggestions. */
function suggestionOf(
  { role, missing }: RoleLine,
  units: readonly MappingUnit[],
  isOne: boolean,
): RoleLine['suggested'] {
  if (missing === 0) return null
  const confidences = new Map<string, number[]>()
  for (const { unmapped } of units) {
    for (const point of unmapped) {
      if (point.suggestedRole !== role) continue
      const key = pointKey(point, isOne)
      confidences.set(key, [...(confidences.get(key) ?? []), point.confidence])
    }
  }
  const [best] = [...confidences].sort((a, b) => b[1].length - a[1].length || Math.min(...b[1]) - Math.min(...a[1]))
  return best ? { key: best[0], confidence: Math.min(...best[1]) } : null
}
