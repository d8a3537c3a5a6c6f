/** Reads the fault rules of a customer, and the state of one rule on each piece of equipment (domain §2.3). */
import { containsWords } from '#contracts/fold'
import { operations } from '#contracts/operations'
import { type NamedRule, type RuleState, type RuleStatus, RuleSummary } from '#contracts/rules'
import { anyOfParam } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { chunksOf } from '~/change/write-in-chunks.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { isFanCoil } from '~/domain/fan-coils'
import { matchesAny } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { ruleSummaries, walkRuleStates } from '../walk-rule-states.server'
import type { RuleOnEquipment, RuleReader } from './rule-on-equipment'

/** Milliseconds that a page of rules waits; their service has 15 s. */
export const rulesBudgetMs = 16_000

export interface CustomerRules {
  rules: RuleSummary[]
  /** The search was bounded: some equipment is not counted. */
  incomplete: boolean
}

/**
 * Returns the rules that apply to equipment of the customer, without those of fan coils while their feature flag is
 * off.
 */
export async function rulesOf(reader: RuleReader, customerId: string): Promise<CustomerRules> {
  const { rules, isPartial: incomplete } = await withFallback(
    operations.listRules,
    async () => {
      const { data } = await reader.call(operations.listRules, { query: { customerId } })
      const rules = data.flatMap(counted)
      return { rules, isPartial: rules.length < data.length }
    },
    async () => {
      const walk = await walkRuleStates(reader, customerId)
      return { rules: ruleSummaries(walk.states), isPartial: walk.incomplete }
    },
  )
  return { rules: rules.filter(({ featureFlag }) => isRuleEnabled(reader, featureFlag)), incomplete }
}

/** Returns a rule whose counts are known; none for another one. */
function counted(rule: NamedRule): RuleSummary[] {
  const read = RuleSummary.safeParse(rule)
  return read.success ? [read.data] : []
}

/** Returns the rules of the customer for their names; from a backend that does not list them, those that were walked. */
export async function namedRulesOf(reader: RuleReader, customerId: string): Promise<NamedRule[]> {
  const rules = await withFallback<NamedRule[]>(
    operations.listRules,
    async () => (await reader.call(operations.listRules, { query: { customerId, withoutCounts: true } })).data,
    async () => ruleSummaries((await walkRuleStates(reader, customerId)).states),
  )
  return rules.filter(({ featureFlag }) => isRuleEnabled(reader, featureFlag))
}

/** Whether a rule is enabled by its feature flag (spec §6, domain §2.4). */
export function isRuleEnabled(
  { features }: Pick<RuleReader, 'features'>,
  featureFlag: string | null | undefined,
): boolean {
  return featureFlag !== 'fanCoilUnitRules' || features.fanCoilUnitRules
}

export interface RuleStateSearch {
  customerId: string
  ruleId: string
  status?: readonly RuleStatus[] | undefined
  q?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface RuleStatePage {
  states: RuleOnEquipment[]
  total: TotalCount
  next: string | null
  incomplete: boolean
}

/** Returns one page of the equipment of a rule, by type and name. */
export function ruleStates(reader: RuleReader, search: RuleStateSearch): Promise<RuleStatePage> {
  const { customerId, ruleId, status, q, after, pageSize } = search
  return withFallback<RuleStatePage>(
    operations.findRuleStates,
    async () => {
      const query = {
        customerId,
        ruleId,
        status: anyOfParam(status),
        search: q || undefined,
        pageSize,
        continuationToken: after,
      }
      const page = await reader.call(operations.findRuleStates, { query })
      return {
        states: visibleStates(reader, page.data.map(ruleOn)),
        total: countInReply(page),
        next: page.continuationToken ?? null,
        incomplete: false,
      }
    },
    async () => {
      const walk = await walkRuleStates(reader, customerId)
      const own = visibleStates(
        reader,
        walk.states.filter(({ rule }) => rule.ruleId === ruleId).map(({ state }) => state),
      ).filter(
        (state) =>
          matchesAny(status, state.status) && containsWords(`${state.name} ${state.site} ${state.location}`, q ?? ''),
      )
      const from = startIndexAfter(own, after, ({ equipmentId }) => equipmentId)
      const states = own.slice(from, from + pageSize)
      const next = from + pageSize < own.length ? (states.at(-1)?.equipmentId ?? null) : null
      return { states, total: { count: own.length, isCapped: false }, next, incomplete: walk.incomplete }
    },
  )
}

/** Maximum number of ids in the URL of one call. */
const maxIdsPerCall = 100

/** Returns the states of a rule on the given equipment, for the ids that exist. */
export function ruleStatesById(
  reader: RuleReader,
  { customerId, ruleId, ids }: { customerId: string; ruleId: string; ids: readonly string[] },
): Promise<RuleOnEquipment[]> {
  return withFallback(
    operations.findRuleStates,
    async () => {
      const pages = await Promise.all(
        chunksOf(ids, maxIdsPerCall).map((some) =>
          reader.call(operations.findRuleStates, {
            query: { customerId, ruleId, equipmentIds: some.join(','), pageSize: maxIdsPerCall },
          }),
        ),
      )
      return visibleStates(
        reader,
        pages.flatMap(({ data }) => data.map(ruleOn)),
      )
    },
    async () => {
      const { states } = await walkRuleStates(reader, customerId)
      return visibleStates(
        reader,
        states.filter(({ rule }) => rule.ruleId === ruleId).map(({ state }) => state),
      ).filter(({ equipmentId }) => ids.includes(equipmentId))
    },
  )
}

const visibleStates = ({ features }: RuleReader, states: RuleOnEquipment[]): RuleOnEquipment[] =>
  features.fanCoilUnitRules ? states : states.filter(({ type }) => !isFanCoil(type))

function ruleOn(state: RuleState): RuleOnEquipment {
  return {
    equipmentId: state.equipmentId,
    name: state.equipmentName || state.equipmentId,
    type: state.equipmentType ?? '',
    customerId: state.customerId,
    siteId: state.siteId,
    site: state.siteName ?? '',
    location: state.location ?? '',
    path: state.path ?? [],
    status: state.status,
    isManual: state.isManuallyToggledRule === true,
    missing: state.missingPoints,
    hasFault: Boolean(state.activeFaultId),
    faultId: state.activeFaultId ?? null,
  }
}

/** Whether the backend can switch a rule on many pieces of equipment in one call; one that lists states can. */
export function supportsBulkSwitch(reader: RuleReader, { customerId, ruleId }: { customerId: string; ruleId: string }) {
  return withFallback(
    operations.findRuleStates,
    async () => {
      await reader.call(operations.findRuleStates, { query: { customerId, ruleId, pageSize: 1 } })
      return true
    },
    async () => false,
  )
}
