/** Sending what is saved to controllers of a customer or a site (domain §5.3). */
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Change } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import { mostFor } from '~/changes'
import { typeOf } from './kind'
import { boardHref, type ConfigurationPlace, subjectAt } from './place'
import { SendChoice, sendPlan } from './send-plan.server'

export function configurationSend(at: ConfigurationPlace): Omit<Change<SendChoice>, 'name'> {
  return {
    about: subjectAt(at),
    form: SendChoice,
    plan: (desk) => sendPlan(desk, at),
    async work(desk) {
      await inChunks(desk, deviceConfiguration.send, changedIn(desk.plan), {
        most: mostFor('configuration.send'),
        input: (deviceIds) => ({ body: { deviceIds, configurationTypes: [typeOf[at.kind]] } }),
      })
      return boardHref(at, { change: desk.changeId })
    },
  }
}
