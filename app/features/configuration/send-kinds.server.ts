/**
 * Sends the saved settings of several kinds with one change: each controller receives those that wait for it (domain
 * §5.3).
 */
import { z } from 'zod'
import { maxControllersPerCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext, WorkContext } from '~/change/plan-context'
import { chunksOf, writeCalls } from '~/change/write-in-chunks.server'
import type { ParamsFor } from '~/paths'
import { planSend } from './send-plan.server'
import { SelectedDeviceIds } from './shared/device-ids'
import { type SettingKind, settingKinds } from './shared/kind'

type At = ParamsFor<'siteConfigurationSending'>

/** The controllers, and the kinds to send. */
export const SendKinds = z.object({
  device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }),
  kind: z.array(z.enum(settingKinds)).min(1, { error: 'errors:nothingChosen' }),
})
export type SendKinds = z.infer<typeof SendKinds>

export function kindsSend(at: At): Omit<Change<SendKinds>, 'name'> {
  return {
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: SendKinds,
    plan: (context) => planKinds(context, at),
    work: sendByKinds,
  }
}

/** Returns one row per controller over all kinds, without kinds that are up to date. */
async function planKinds(context: PlanContext<SendKinds>, at: At): Promise<Plan> {
  const form = { kind: 'these', ids: [...new Set(context.form.device)] } as const
  const kinds = settingKinds.filter((kind) => context.form.kind.includes(kind))
  const plans = await Promise.all(kinds.map((kind) => planSend({ ...context, form }, { ...at, kind })))
  const tooMany = plans.find((plan) => plan.tooMany)?.tooMany
  if (tooMany) return { rows: [], tooMany }
  return {
    rows: form.ids.flatMap((_, position) => mergeRows(plans.flatMap(({ rows }) => rows[position] ?? []))),
    notes: [...new Set(plans.flatMap(({ notes = [] }) => notes))],
  }
}

/** Merges the rows of one controller: what is sent, or why nothing is. */
function mergeRows(rows: readonly PlanRow[]): PlanRow[] {
  const sent = rows.filter(({ effect }) => effect === 'change')
  const [first] = sent.length > 0 ? sent : [...rows].sort(skippedFirst)
  if (!first) return []
  const because = sent.find((row) => row.because)?.because ?? rows.find(({ effect }) => effect === 'skip')?.because
  return [
    {
      ...first,
      because: sent.length > 0 ? because : first.because,
      fields: sent.flatMap(({ fields }) => fields),
      before: Object.assign({}, ...sent.map(({ before }) => before)),
      after: Object.assign({}, ...sent.map(({ after }) => after)),
    },
  ]
}

const skippedFirst = (one: PlanRow, other: PlanRow) => Number(other.effect === 'skip') - Number(one.effect === 'skip')

/** One call for all controllers with the same kinds. */
async function sendByKinds(context: WorkContext<SendKinds>): Promise<undefined> {
  const groups = new Map<string, string[]>()
  for (const row of context.plan.rows) {
    const kinds = changedKinds(row)
    if (kinds.length > 0) groups.set(kinds.join(), [...(groups.get(kinds.join()) ?? []), row.subject.id])
  }
  const calls = [...groups].flatMap(([kinds, ids]) =>
    chunksOf(ids, maxControllersPerCall).map((deviceIds) => ({
      ids: deviceIds,
      input: { body: { deviceIds, configurationTypes: kinds.split(',') as SettingKind[] } },
    })),
  )
  await writeCalls(context, deviceConfiguration.send, calls, {
    // A controller may refuse one kind and accept the others, so each refusal is recorded by controller.
    hasFurtherCalls: true,
    failedDetail: ({ data }, id) => ({
      sentKinds: data?.find(({ deviceId }) => deviceId === id)?.results.map(({ type }) => type) ?? [],
    }),
  })
  return undefined
}

function changedKinds({ effect, after }: PlanRow): SettingKind[] {
  return effect === 'change' ? settingKinds.filter((kind) => Object.hasOwn((after ?? {}) as object, kind)) : []
}
