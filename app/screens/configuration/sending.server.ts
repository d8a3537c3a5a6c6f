/** Sends the saved configuration to controllers of a customer, a site group or a site (domain §5.3). */
import { z } from 'zod'
import { mostInOneCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Change } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import { First, withFirst } from './first-few.server'
import { typeOf } from './kind'
import { boardHref, type ConfigurationPlace, subjectAt } from './place'
import { SendChoice, sendPlan } from './send-plan.server'

const SendForm = z.intersection(SendChoice, First)
type SendForm = z.infer<typeof SendForm>

export function configurationSend(at: ConfigurationPlace): Omit<Change<SendForm>, 'name'> {
  return {
    about: subjectAt(at),
    form: SendForm,
    plan: async (desk) => withFirst(await sendPlan(desk, at), desk.form.first),
    async work(desk) {
      const held = desk.plan.rows.filter(({ timing }) => timing === 'held').length
      await inChunks(desk, deviceConfiguration.send, changedIn(desk.plan), {
        most: mostInOneCall,
        input: (deviceIds) => ({ body: { deviceIds, configurationTypes: [typeOf[at.kind]] } }),
        noteOf: () => (held > 0 ? { held } : undefined),
      })
      return boardHref(at, { change: desk.changeId })
    },
  }
}
