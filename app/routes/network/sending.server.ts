/** Sending what is saved to controllers of a customer or a site (domain §5.3). */
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Change } from '~/change/desk'
import { boardHref, type NetworkPlace, subjectAt } from '~/things/network/place'
import { SendChoice, sendPlan } from './send-plan.server'

export function networkSend(at: NetworkPlace): Omit<Change<SendChoice>, 'name'> {
  return {
    about: subjectAt(at),
    form: SendChoice,
    plan: (desk) => sendPlan(desk, at),
    async work({ plan, write, changeId }) {
      const deviceIds = plan.rows.filter(({ effect }) => effect === 'change').map(({ subject }) => subject.id)
      await write(deviceConfiguration.send, { body: { deviceIds, configurationTypes: ['network'] } })
      return boardHref(at, { change: changeId })
    },
  }
}
