/** A fault rule as a row of a list, and its state on one piece of equipment (domain §2.3). */
import type { FaultCategory, FaultSeverity } from '#contracts/faults'
import type { RuleStatus, RuleSummary } from '#contracts/rules'
import { href, nodeHref, type Place } from '~/hrefs'
import { mayOpen, type Viewer } from '~/views'
import type { RuleOnEquipment } from './shared/rule-on-equipment'

/** A missing point, and the number of pieces of equipment that lack it. */
export interface MissingPointCount {
  role: string
  name: string
  count: number
}

export interface RuleRow {
  id: string
  href: string
  code: string
  name: string
  description: string
  severity: FaultSeverity | null
  category: FaultCategory | null
  equipment: number
  running: number
  waiting: number
  off: number
  suspended: number
  manual: number
  faults: number
  missingPoints: MissingPointCount[]
  /** Page that maps the missing points, or the list of the waiting equipment. */
  waitingHref: string | null
  offHref: string | null
  faultsHref: string | null
}

/** Permissions that decide the links of a row. */
export interface RowPermissions {
  mayMap: boolean
  mayReadFaults: boolean
}

export function ruleRow(at: Place, rule: RuleSummary, { mayMap, mayReadFaults }: RowPermissions): RuleRow {
  const { tenantId, customerId } = at
  const { ruleId } = rule
  const place = { tenantId, customerId }
  return {
    id: ruleId,
    href: href('rule', { ...place, ruleId }),
    code: rule.code ?? '',
    name: rule.name || rule.code || ruleId,
    description: rule.description ?? '',
    severity: rule.severity ?? null,
    category: rule.category ?? null,
    equipment: rule.equipment,
    running: rule.running,
    waiting: rule.waiting,
    off: rule.disabled,
    suspended: rule.suspended,
    manual: rule.manual,
    faults: mayReadFaults ? rule.activeFaults : 0,
    missingPoints: missingPointsOf(rule),
    waitingHref:
      rule.waiting === 0
        ? null
        : mayMap
          ? href('pointsMapping', place, { rule: ruleId })
          : href('rule', { ...place, ruleId }, { status: 'waitingForPoints' }),
    offHref: href('rule', { ...place, ruleId }, { status: 'disabled' }),
    faultsHref: rule.activeFaults > 0 && mayReadFaults ? href('customerFaults', place, { rule: ruleId }) : null,
  }
}

/** Returns the missing points with the names of the rule, those that most equipment lacks first. */
export function missingPointsOf({
  missing,
  points = [],
}: Pick<RuleSummary, 'missing' | 'points'>): MissingPointCount[] {
  const names = new Map(points.map(({ role, name }) => [role, name]))
  return Object.entries(missing)
    .map(([role, count]) => ({ role, name: names.get(role) || role, count }))
    .sort((a, b) => b.count - a.count)
}

/** Returns "Airflow 12, Airflow setpoint 12". */
export const missingPointsText = (missingPoints: readonly MissingPointCount[]): string =>
  missingPoints.map(({ name, count }) => `${name} ${count}`).join(', ')

const placeText = ({ path, location, site }: RuleOnEquipment): string =>
  path.length > 0
    ? path
        .filter(({ type }) => type !== 'group')
        .map(({ name }) => name)
        .join(' / ')
    : location || site

export interface StateRow {
  id: string
  /** Page of the equipment. */
  href: string | null
  name: string
  type: string
  place: string
  status: RuleStatus
  isManual: boolean
  missing: string[]
  hasFault: boolean
  faultHref: string | null
  /** Page that switches the rule on this equipment; null without the permission. */
  switchHref: string | null
}

export function stateRow(
  at: Place & { ruleId: string },
  state: RuleOnEquipment,
  { maySwitch, onlooker, typeName }: { maySwitch: boolean; onlooker: Viewer; typeName: (type: string) => string },
): StateRow {
  const { equipmentId, status, path, faultId } = state
  const isOff = status === 'disabled'
  const mayReadFaults = mayOpen('faults', onlooker)
  const place = { tenantId: at.tenantId, customerId: at.customerId }
  return {
    id: equipmentId,
    href: mayOpen('equipment', onlooker) ? nodeHref(place, path, { id: equipmentId, type: 'equipment' }) : null,
    name: state.name,
    type: typeName(state.type),
    place: placeText(state),
    status,
    isManual: state.isManual,
    missing: state.missing.map(({ name, role }) => name || role),
    hasFault: state.hasFault && mayReadFaults,
    faultHref: faultId && mayReadFaults ? href('fault', { ...place, faultId }) : null,
    switchHref: maySwitch
      ? href('ruleSwitching', at, { equipment: equipmentId, to: isOff || status === 'waitingForPoints' ? 'on' : 'off' })
      : null,
  }
}
