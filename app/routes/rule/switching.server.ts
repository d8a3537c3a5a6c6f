/** Switches a fault rule on or off for equipment: selection, plan and calls (domain §2.3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { type Chosen, chosen } from '~/backend/chosen.server'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inCalls, inChunks } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { mostNamed, selectionOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { ParamsFor } from '~/paths'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import type { Asking, RuleOn } from '~/things/rule/rule-on'
import { ruleStates, ruleStatesNamed, rulesOf, switchesMany } from '~/things/rule/rules.server'
import { stateFields } from '~/things/rule/state-columns'

/** Equipment per call. */
const mostInOne = 500

export type At = ParamsFor<'rule'>

export interface SwitchChoice {
  equipment: readonly string[]
  /** The query of the list for "all matching"; null for a selection by id. */
  filter: string | null
}

export const SwitchForm = z.object({
  equipment: z.array(z.string().min(1).max(200)).max(mostNamed).default([]),
  to: z.enum(['on', 'off'], { error: 'errors:field.choice' }),
  /** The page to return to: the equipment, if the rule was switched there; else the rule. */
  back: z.literal('equipment').optional(),
})
export type SwitchForm = z.infer<typeof SwitchForm>

/** Returns the state of the rule on the selected equipment. Responds 404 to "all matching" with unknown filters. */
export function chosenStates(
  asking: Asking,
  { customerId, ruleId }: At,
  { equipment: ids, filter }: SwitchChoice,
): Promise<Chosen<RuleOn>> {
  const query = new URLSearchParams(filter ?? '')
  const wanted = filter === null ? null : filterIn(query, stateFields)
  if (wanted) refuseUnknown(query, ['equipment', 'all', 'to'], wanted)
  return chosen(selectionOf({ ids, filter: wanted }), {
    of: 'equipment',
    service: 'operations',
    most: mostFor('rule.toggle'),
    keyOf: ({ equipmentId }: RuleOn) => equipmentId,
    named: (own) => ruleStatesNamed(asking, { customerId, ruleId, ids: own }),
    async matching({ status, q }, after) {
      const found = await ruleStates(asking, { customerId, ruleId, status, q, after, pageSize: 200 })
      return { things: found.states, next: found.next, total: found.total, isPartial: found.isPartial }
    },
  })
}

/** Returns the name of the rule; responds 404 where the customer has no equipment for it. */
export async function ruleName(asking: Asking, { customerId, ruleId }: At): Promise<string> {
  const { rules } = await rulesOf(asking, customerId)
  const rule = rules.find((one) => one.ruleId === ruleId)
  if (!rule) throw new Response(null, { status: 404 })
  return rule.name || rule.code || ruleId
}

/** The input of a plan, for the page and for its POST. */
type Planning = Pick<Desk<SwitchForm>, 'form' | 'read' | 'language' | 'catalogues' | 'features'>

const askingWith = ({ read: ask, catalogues, features }: Omit<Planning, 'form'>): Asking => ({
  ask,
  catalogues,
  features,
})

/** Returns a row per piece of equipment; a rule with missing points is not switched on. */
export async function planSwitching(desk: Planning, at: At): Promise<Plan> {
  const { form, language } = desk
  const asking = askingWith(desk)
  const [name, { things, missing, tooMany }] = await Promise.all([
    ruleName(asking, at),
    chosenStates(asking, at, { equipment: form.equipment, filter: null }),
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

function rowOf(state: RuleOn, { name, to, t }: { name: string; to: SwitchForm['to']; t: Translate }): PlanRow {
  const { equipmentId: id, status, path, customerId } = state
  const row = { subject: { kind: 'equipment', id, name: `${name}, ${state.name}`, path }, customerId, fields: [] }
  const lacks = state.missing.map((point) => point.name || point.role).join(', ')
  if (to === 'on' && lacks)
    return { ...row, effect: 'skip', because: t('main:rule.switching.lacks', { points: lacks }) }
  const isOn = status === 'running' || status === 'suspended'
  if (to === 'on' ? isOn : status === 'disabled') return { ...row, effect: 'same' }
  const after = to === 'on' ? 'running' : 'disabled'
  const said = (one: RuleOn['status']) => t(`main:rule.status.${one}`)
  return {
    ...row,
    effect: 'change',
    fields: [
      { name: t('main:rule.one'), from: said(status), to: said(after) },
      ...(to === 'off' && state.hasFault
        ? [{ name: t('entity.fault'), from: t('main:fault.status.active'), to: t('main:fault.status.suppressed') }]
        : []),
    ],
    before: { rule: status, ...(state.hasFault && to === 'off' && { fault: 'active' }) },
    after: { rule: after, ...(state.hasFault && to === 'off' && { fault: 'suppressed' }) },
  }
}

/** Switches the planned equipment; a failure does not stop the others. */
export async function switchChosen(desk: WorkDesk<SwitchForm>, { customerId, ruleId }: At): Promise<void> {
  const ids = changedIn(desk.plan)
  const isOn = desk.form.to === 'on'
  const one = (equipmentId: string) => ({
    path: { faultRuleId: ruleId, equipmentId },
    query: { status: isOn ? ('true' as const) : ('false' as const), isManuallyToggledRule: 'true' as const },
  })
  if (ids.length > 1 && (await switchesMany(askingWith(desk), { customerId, ruleId })))
    await inChunks(desk, operations.setRuleStates, ids, {
      most: mostInOne,
      input: (equipmentIds) => ({ body: { ruleId, equipmentIds, status: isOn } }),
    })
  else
    await inCalls(
      desk,
      operations.setRuleStatus,
      ids.map((id) => ({ ids: [id], input: one(id) })),
    )
}
