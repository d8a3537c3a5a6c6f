/** The form of a network of controllers: a broadcast address per line, each with its port where that is another one. */
import { z } from 'zod'
import { maxDeviceInstance } from '#contracts/bacnet-value'
import { bacnetPort, type ControllerNetwork, isBroadcastIpv4, isNamedIpv4 } from '#contracts/controller-networks'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { controllerNetworkFields } from './shared/fields'

type Fields = keyof typeof controllerNetworkFields
type Settings = Pick<
  ControllerNetwork,
  'name' | 'address' | 'port' | 'broadcastTo' | 'lowestInstance' | 'highestInstance'
> & {
  bbmd: NonNullable<ControllerNetwork['bbmd']> | null
}

/** Returns the schema, which results in the settings that the service saves. */
export const controllerNetworkForm = (language: 'en' | 'fr') =>
  z.object(shapeOf(controllerNetworkFields, language)).transform((typed, check): Settings => {
    const refuse = (field: Fields, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message: `errors:networks.${message}` })
    const { name, address, port = bacnetPort, bbmdAddress, bbmdPort = bacnetPort, bbmdLifetime = 300 } = typed
    const { lowestInstance = 0, highestInstance = maxDeviceInstance } = typed
    const broadcastTo = (typed.broadcastTo ?? '')
      .split(/[\s,;]+/)
      .flatMap((line) => (line ? [targetIn(line, port)] : []))
    const whole = { port, bbmdPort, bbmdLifetime, lowestInstance, highestInstance }
    for (const [field, value] of Object.entries(whole)) {
      if (!Number.isInteger(value)) refuse(field as Fields, 'whole')
    }
    if (!isNamedIpv4(address)) refuse('address', 'address')
    if (broadcastTo.some(({ address: one, port: to }) => !isBroadcastIpv4(one) || !isPort(to)))
      refuse('broadcastTo', 'broadcast')
    if (broadcastTo.length > 32) refuse('broadcastTo', 'broadcasts')
    if (broadcastTo.length === 0 && !bbmdAddress) refuse('broadcastTo', 'nowhere')
    if (bbmdAddress && !isNamedIpv4(bbmdAddress)) refuse('bbmdAddress', 'address')
    if (lowestInstance > highestInstance) refuse('highestInstance', 'instanceOrder')
    return {
      name,
      address,
      port,
      broadcastTo,
      bbmd: bbmdAddress ? { address: bbmdAddress, port: bbmdPort, lifetimeSeconds: bbmdLifetime } : null,
      lowestInstance,
      highestInstance,
    }
  })
export type ControllerNetworkForm = z.infer<ReturnType<typeof controllerNetworkForm>>

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536

/** Returns the address of a line with its port. */
function targetIn(line: string, usualPort: number) {
  const [address = '', port] = line.split(':')
  return { address, port: port === undefined ? usualPort : Number(port) }
}

/** Returns the form values of a network, also stored in the trail. */
export function controllerNetworkToForm({ broadcastTo, bbmd, ...network }: Settings): InputValues {
  return toInputValues(controllerNetworkFields, {
    ...network,
    broadcastTo: broadcastTo
      .map(({ address, port }) => (port === network.port ? address : `${address}:${port}`))
      .join('\n'),
    bbmdAddress: bbmd?.address,
    bbmdPort: bbmd?.port,
    bbmdLifetime: bbmd?.lifetimeSeconds,
  })
}

/** Returns the settings of a network as its form has them. */
export const settingsOf = (network: ControllerNetwork): Settings => ({ ...network, bbmd: network.bbmd ?? null })
