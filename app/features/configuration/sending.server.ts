/** Sends the saved configuration to controllers of a customer, a site group or a site (domain §5.3). */
import { z } from 'zod'
import { maxControllersPerCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Change } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { First, limitToFirst } from './first-few.server'
import { planSend, SendSelection } from './send-plan.server'
import { configurationTypeOf } from './shared/kind'
import { boardHref, type ConfigurationPlace, configurationSubject } from './shared/place'

const SendForm = z.intersection(SendSelection, First)
type SendForm = z.infer<typeof SendForm>

export function configurationSend(at: ConfigurationPlace): Omit<Change<SendForm>, 'name'> {
  return {
    about: configurationSubject(at),
    form: SendForm,
    plan: async (context) => limitToFirst(await planSend(context, at), context.form.first),
    async work(context) {
      const heldBackCount = context.plan.rows.filter(({ timing }) => timing === 'held').length
      await writeInChunks(context, deviceConfiguration.send, changedIds(context.plan), {
        maxPerCall: maxControllersPerCall,
        input: (deviceIds) => ({ body: { deviceIds, configurationTypes: [configurationTypeOf[at.kind]] } }),
        doneDetail: () => (heldBackCount > 0 ? { held: heldBackCount } : undefined),
      })
      return boardHref(at, { change: context.changeId })
    },
  }
}
