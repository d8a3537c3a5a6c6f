/** Switches a fault rule on or off for equipment: selection, plan and calls (domain §2.3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import type { PathNode } from '#contracts/scalars'
import type { PlanRow } from '~/change/plan'
import type { WorkContext } from '~/change/plan-context'
import type { PostedFields } from '~/change/posted'
import { changedIds, writeCalls, writeInChunks } from '~/change/write-in-chunks.server'
import { maxSelectedIds } from '~/domain/selection'
import { href, type Place, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { type BulkReader, type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import type { ParamsFor } from '~/paths'
import type { RuleOnEquipment, RuleReader } from './shared/rule-on-equipment'
import { namedRulesOf, ruleStates, ruleStatesById, rulesBudgetMs, supportsBulkSwitch } from './shared/rules.server'
import { stateFields } from './state-columns'

/** Equipment per call. */
const maxPerCall = 500

type RuleParams = ParamsFor<'rule'>

const SwitchForm = z.object({
  equipment: z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([]),
  to: z.enum(['on', 'off'], { error: 'errors:field.choice' }),
  /** The page to return to: the equipment, if the rule was switched there; else the rule. */
  back: z.literal('equipment').optional(),
})
type SwitchForm = z.infer<typeof SwitchForm>

/** Returns the name of the rule; responds 404 where the customer has no equipment for it. */
export async function ruleName(reader: RuleReader, { customerId, ruleId }: RuleParams): Promise<string> {
  const rules = await namedRulesOf(reader, customerId)
  const rule = rules.find((one) => one.ruleId === ruleId)
  if (!rule) throw new Response(null, { status: 404 })
  return rule.name || rule.code || ruleId
}

const readerFrom = ({ read: call, catalogues, features }: BulkReader): RuleReader => ({ call, catalogues, features })

export const switching: Bulk<'ruleSwitching', ListSelection, RuleOnEquipment, SwitchForm> = {
  change: 'rule.toggle',
  page: 'ruleSwitching',
  budgetMs: rulesBudgetMs,
  list: { href: (at, search) => href('rule', at, search), label: (t) => t('main:view.rules') },
  crumb: (t) => t('main:rule.switching.short'),
  selection: listSelection({
    change: 'rule.toggle',
    of: 'equipment',
    service: 'operations',
    name: 'equipment',
    fields: stateFields,
    known: ['to'],
    postsShown: true,
    keyOf: ({ equipmentId }: RuleOnEquipment) => equipmentId,
    named: (context, { customerId, ruleId }: RuleParams, ids) =>
      ruleStatesById(readerFrom(context), { customerId, ruleId, ids }),
    async matching(context, { customerId, ruleId }, { status, q }, after) {
      const page = await ruleStates(readerFrom(context), { customerId, ruleId, status, q, after, pageSize: 200 })
      return { things: page.states, next: page.next, total: page.total, incomplete: page.incomplete }
    },
  }),
  form: SwitchForm,
  chosenIn: ({ equipment }) => ({ ids: equipment, filter: null }),
  /** The address of a switch on a page names the equipment and the direction. */
  initial(search, { ids, filter }) {
    const form = SwitchForm.safeParse({ equipment: ids, to: search.get('to') })
    if (!form.success || filter !== null) return null
    const back: PostedFields = search.get('back') === 'equipment' ? [['back', 'equipment']] : []
    return { form: form.data, fields: [...back, ['to', form.data.to]] }
  },
  /** A rule with missing points is not switched on. */
  async plan({ things, missing }, { form, language, ...context }, at) {
    const name = await ruleName({ ...context, call: context.read }, at)
    if (things.length === 0) return { rows: [], errors: { to: ['errors:nothingChosen'] } }
    const t = translator(language)
    return {
      rows: things.map((state) => rowOf(state, { name, to: form.to, t })),
      notes: missing > 0 ? [t('main:rule.switching.missing')] : [],
      needsReason: form.to === 'off',
    }
  },
  async send(context, at) {
    await switchSelected(context, at)
    const { rows } = context.plan
    const [only] = rows
    if (rows.length > 1 || !only) return undefined
    const { path = [], id } = only.subject
    const own = context.form.back && equipmentRulesHref(at, path as PathNode[], id, context.changeId)
    return own || href('rule', at, { changed: context.changeId })
  },
}

/** Links to the rules of one piece of equipment; null where its place is unknown. */
export function equipmentRulesHref(
  at: Place,
  path: readonly PathNode[],
  equipmentId: string,
  changed?: string,
): string | null {
  const params = { ...placeParams(at, path), equipmentId }
  return params.spaceId ? href('equipmentRules', params, { changed }) : null
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
async function switchSelected(context: WorkContext<SwitchForm>, { customerId, ruleId }: RuleParams): Promise<void> {
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
