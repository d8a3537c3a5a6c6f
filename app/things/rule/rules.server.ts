/** Reads the fault rules of a customer, and the state of one rule on each piece of equipment (domain §2.3). */
import { holdsWords } from '#contracts/fold'
import { operations } from '#contracts/operations'
import type { RuleState, RuleStatus, RuleSummary } from '#contracts/rules'
import { anyOf } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { partsOf } from '~/change/in-chunks.server'
import { type Counted, countedIn } from '~/domain/counted'
import { isOfFanCoil } from '~/domain/fan-coils'
import { isAmong } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import { plainStates, summarised } from './plain.server'
import type { Asking, RuleOn } from './rule-on'

/** Milliseconds that a page of rules waits; their service has 15 s. */
export const budget = 16_000

export interface RulesFound {
  rules: RuleSummary[]
  /** The search was bounded: some equipment is not counted. */
  isPartial: boolean
}

/**
 * Returns the rules that apply to equipment of the customer, without those of fan coils while their feature flag is
 * off.
 */
export async function rulesOf(asking: Asking, customerId: string): Promise<RulesFound> {
  const { rules, isPartial } = await withFallback(
    operations.listRules,
    async () => {
      const { data } = await asking.ask(operations.listRules, { query: { customerId } })
      return { rules: data, isPartial: false }
    },
    async () => {
      const found = await plainStates(asking, customerId)
      return { rules: summarised(found.states), isPartial: found.isPartial }
    },
  )
  return { rules: rules.filter(({ featureFlag }) => isOffered(asking, featureFlag)), isPartial }
}

/** Whether a rule is enabled by its feature flag (spec §6, domain §2.4). */
export function isOffered({ features }: Pick<Asking, 'features'>, featureFlag: string | null | undefined): boolean {
  return featureFlag !== 'fanCoilUnitRules' || features.fanCoilUnitRules
}

export interface StatesAsked {
  customerId: string
  ruleId: string
  status?: readonly RuleStatus[] | undefined
  q?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface StatesFound {
  states: RuleOn[]
  total: Counted
  next: string | null
  isPartial: boolean
}

/** Returns one page of the equipment of a rule, by type and name. */
export function ruleStates(asking: Asking, asked: StatesAsked): Promise<StatesFound> {
  const { customerId, ruleId, status, q, after, pageSize } = asked
  return withFallback<StatesFound>(
    operations.findRuleStates,
    async () => {
      const query = {
        customerId,
        ruleId,
        status: anyOf(status),
        search: q || undefined,
        pageSize,
        continuationToken: after,
      }
      const page = await asking.ask(operations.findRuleStates, { query })
      return {
        states: offered(asking, page.data.map(ruleOn)),
        total: countedIn(page),
        next: page.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const found = await plainStates(asking, customerId)
      const own = offered(
        asking,
        found.states.filter(({ rule }) => rule.ruleId === ruleId).map(({ state }) => state),
      ).filter(
        (state) =>
          isAmong(status, state.status) && holdsWords(`${state.name} ${state.site} ${state.location}`, q ?? ''),
      )
      const from = startAfter(own, after, ({ equipmentId }) => equipmentId)
      const states = own.slice(from, from + pageSize)
      const next = from + pageSize < own.length ? (states.at(-1)?.equipmentId ?? null) : null
      return { states, total: { count: own.length, isCapped: false }, next, isPartial: found.isPartial }
    },
  )
}

/** Maximum number of ids in the URL of one call. */
const mostNamed = 100

/** Returns the states of a rule on the given equipment, for the ids that exist. */
export function ruleStatesNamed(
  asking: Asking,
  { customerId, ruleId, ids }: { customerId: string; ruleId: string; ids: readonly string[] },
): Promise<RuleOn[]> {
  return withFallback(
    operations.findRuleStates,
    async () => {
      const pages = await Promise.all(
        partsOf(ids, mostNamed).map((some) =>
          asking.ask(operations.findRuleStates, {
            query: { customerId, ruleId, equipmentIds: some.join(','), pageSize: mostNamed },
          }),
        ),
      )
      return offered(
        asking,
        pages.flatMap(({ data }) => data.map(ruleOn)),
      )
    },
    async () => {
      const { states } = await plainStates(asking, customerId)
      return offered(
        asking,
        states.filter(({ rule }) => rule.ruleId === ruleId).map(({ state }) => state),
      ).filter(({ equipmentId }) => ids.includes(equipmentId))
    },
  )
}

const offered = ({ features }: Asking, states: RuleOn[]): RuleOn[] =>
  features.fanCoilUnitRules ? states : states.filter(({ type }) => !isOfFanCoil(type))

function ruleOn(state: RuleState): RuleOn {
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
export function switchesMany(asking: Asking, { customerId, ruleId }: { customerId: string; ruleId: string }) {
  return withFallback(
    operations.findRuleStates,
    async () => {
      await asking.ask(operations.findRuleStates, { query: { customerId, ruleId, pageSize: 1 } })
      return true
    },
    async () => false,
  )
}
