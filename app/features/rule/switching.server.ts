/** Switches a fault rule on or off for equipment: selection, plan and calls (domain §2.3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { type LoadedSelection, loadSelection } from '~/backend/load-selection.server'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeCalls, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { maxSelectedIds, selectionOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import type { ParamsFor } from '~/paths'
import type { RuleOnEquipment, RuleReader } from './shared/rule-on-equipment'
import { ruleStates, ruleStatesById, rulesOf, supportsBulkSwitch } from './shared/rules.server'
import { stateFields } from './state-columns'

/** Equipment per call. */
const maxPerCall = 500

export type RuleParams = ParamsFor<'rule'>

export interface SwitchSelection {
  equipment: readonly string[]
  /** The query of the list for "all matching"; null for a selection by id. */
  filter: string | null
}

export const SwitchForm = z.object({
  equipment: z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([]),
  to: z.enum(['on', 'off'], { error: 'errors:field.choice' }),
  /** The page to return to: the equipment, if the rule was switched there; else the rule. */
  back: z.literal('equipment').optional(),
})
export type SwitchForm = z.infer<typeof SwitchForm>

/** Returns the state of the rule on the selected equipment. Responds 404 to "all matching" with unknown filters. */
export function selectedStates(
  reader: RuleReader,
  { customerId, ruleId }: RuleParams,
  { equipment: ids, filter }: SwitchSelection,
): Promise<LoadedSelection<RuleOnEquipment>> {
  const query = new URLSearchParams(filter ?? '')
  const parsedFilter = filter === null ? null : parseFilter(query, stateFields)
  if (parsedFilter) rejectUnknownParams(query, ['equipment', 'all', 'to'], parsedFilter)
  return loadSelection(selectionOf({ ids, filter: parsedFilter }), {
    of: 'equipment',
    service: 'operations',
    max: limitFor('rule.toggle'),
    keyOf: ({ equipmentId }: RuleOnEquipment) => equipmentId,
    byIds: (own) => ruleStatesById(reader, { customerId, ruleId, ids: own }),
    async matchPage({ status, q }, after) {
      const statePage = await ruleStates(reader, { customerId, ruleId, status, q, after, pageSize: 200 })
      return {
        things: statePage.states,
        next: statePage.next,
        total: statePage.total,
        incomplete: statePage.incomplete,
      }
    },
  })
}

/** Returns the name of the rule; responds 404 where the customer has no equipment for it. */
export async function ruleName(reader: RuleReader, { customerId, ruleId }: RuleParams): Promise<string> {
  const { rules } = await rulesOf(reader, customerId)
  const rule = rules.find((one) => one.ruleId === ruleId)
  if (!rule) throw new Response(null, { status: 404 })
  return rule.name || rule.code || ruleId
}

/** The input of a plan, for the page and for its POST. */
type SwitchContext = Pick<PlanContext<SwitchForm>, 'form' | 'read' | 'language' | 'catalogues' | 'features'>

const readerFrom = ({ read: call, catalogues, features }: Omit<SwitchContext, 'form'>): RuleReader => ({
  call,
  catalogues,
  features,
})

/** Returns a row per piece of equipment; a rule with missing points is not switched on. */
export async function planSwitching(context: SwitchContext, at: RuleParams): Promise<Plan> {
  const { form, language } = context
  const reader = readerFrom(context)
  const [name, { things, missing, tooMany }] = await Promise.all([
    ruleName(reader, at),
    selectedStates(reader, at, { equipment: form.equipment, filter: null }),
  ])
  if (tooMany) return { rows: [], tooMany }
  if (things.length === 0) return { rows: [], errors: { to: ['errors:nothingChosen'] } }
  const t = translator(language)
  return {
    rows: things.map((state) => rowOf(state, { name, to: form.to, t })),
    notes: missing > 0 ? [t('main:rule.switching.missing')] : [],
    needsReason: form.to === 'off',
  }
}

function rowOf(state: RuleOnEquipment, { name, to, t }: { name: string; to: SwitchForm['to']; t: Translate }): PlanRow {
  const { equipmentId: id, status, path, customerId } = state
  const row = { subject: { kind: 'equipment', id, name: `${name}, ${state.name}`, path }, customerId, fields: [] }
  const missingPoints = state.missing.map((point) => point.name || point.role).join(', ')
  if (to === 'on' && missingPoints)
    return { ...row, effect: 'skip', because: t('main:rule.switching.lacks', { points: missingPoints }) }
  const isOn = status === 'running' || status === 'suspended'
  if (to === 'on' ? isOn : status === 'disabled') return { ...row, effect: 'same' }
  const after = to === 'on' ? 'running' : 'disabled'
  const statusText = (one: RuleOnEquipment['status']) => t(`main:rule.status.${one}`)
  return {
    ...row,
    effect: 'change',
    fields: [
      { name: t('main:rule.one'), from: statusText(status), to: statusText(after) },
      ...(to === 'off' && state.hasFault
        ? [{ name: t('entity.fault'), from: t('main:fault.status.active'), to: t('main:fault.status.suppressed') }]
        : []),
    ],
    before: { rule: status, ...(state.hasFault && to === 'off' && { fault: 'active' }) },
    after: { rule: after, ...(state.hasFault && to === 'off' && { fault: 'suppressed' }) },
  }
}

/** Switches the planned equipment; a failure does not stop the others. */
export async function switchSelected(
  context: WorkContext<SwitchForm>,
  { customerId, ruleId }: RuleParams,
): Promise<void> {
  const ids = changedIds(context.plan)
  const isOn = context.form.to === 'on'
  const inputOf = (equipmentId: string) => ({
    path: { faultRuleId: ruleId, equipmentId },
    query: { status: isOn ? ('true' as const) : ('false' as const), isManuallyToggledRule: 'true' as const },
  })
  if (ids.length > 1 && (await supportsBulkSwitch(readerFrom(context), { customerId, ruleId })))
    await writeInChunks(context, operations.setRuleStates, ids, {
      maxPerCall: maxPerCall,
      input: (equipmentIds) => ({ body: { ruleId, equipmentIds, status: isOn } }),
    })
  else
    await writeCalls(
      context,
      operations.setRuleStatus,
      ids.map((id) => ({ ids: [id], input: inputOf(id) })),
    )
}
