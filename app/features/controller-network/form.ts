/** The form of a network of controllers: a broadcast address per line, each with its port where that is another one. */
import { z } from 'zod'
import { maxDeviceInstance } from '#contracts/bacnet-names'
import { bacnetPort, isBroadcastIpv4, isNamedIpv4 } from '#contracts/controller-network-names'
import type { ControllerNetwork } from '#contracts/controller-networks'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { controllerNetworkFields } from './shared/fields'

type Fields = keyof typeof controllerNetworkFields
type Settings = Pick<
  ControllerNetwork,
  'name' | 'address' | 'port' | 'broadcastTo' | 'lowestInstance' | 'highestInstance'
> & {
  bbmd: NonNullable<ControllerNetwork['bbmd']> | null
  agentId: string | null
}

/** Returns the schema, which results in the settings that the service saves. */
export const controllerNetworkForm = (language: 'en' | 'fr') => {
  const shape = shapeOf(controllerNetworkFields, language)
  const whole = (field: z.ZodOptional<z.ZodType<number>>) =>
    field.refine((value) => value === undefined || Number.isInteger(value), { error: 'errors:networks.whole' })
  const checked = {
    ...shape,
    address: shape.address.refine(isNamedIpv4, { error: 'errors:networks.address' }),
    port: whole(shape.port),
    broadcastTo: shape.broadcastTo.superRefine((text, check) => {
      const targets = targetsIn(text, bacnetPort)
      if (targets.some(({ address, port }) => !isBroadcastIpv4(address) || !isPort(port)))
        check.addIssue({ code: 'custom', message: 'errors:networks.broadcast' })
      if (targets.length > maxTargets) check.addIssue({ code: 'custom', message: 'errors:networks.broadcasts' })
    }),
    bbmdAddress: shape.bbmdAddress.refine((text) => !text || isNamedIpv4(text), { error: 'errors:networks.address' }),
    bbmdPort: whole(shape.bbmdPort),
    bbmdLifetime: whole(shape.bbmdLifetime),
    lowestInstance: whole(shape.lowestInstance),
    highestInstance: whole(shape.highestInstance),
  }
  return z.object(checked).transform((typed, check): Settings => {
    const { name, agentId, address, port = bacnetPort, bbmdAddress, bbmdPort = bacnetPort, bbmdLifetime = 300 } = typed
    const { lowestInstance = 0, highestInstance = maxDeviceInstance } = typed
    const broadcastTo = targetsIn(typed.broadcastTo, port)
    const refuse = (field: Fields, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message: `errors:networks.${message}` })
    if (broadcastTo.length === 0 && !bbmdAddress) refuse('broadcastTo', 'nowhere')
    if (lowestInstance > highestInstance) refuse('highestInstance', 'instanceOrder')
    return {
      name,
      agentId: agentId || null,
      address,
      port,
      broadcastTo,
      bbmd: bbmdAddress ? { address: bbmdAddress, port: bbmdPort, lifetimeSeconds: bbmdLifetime } : null,
      lowestInstance,
      highestInstance,
    }
  })
}
export type ControllerNetworkForm = z.infer<ReturnType<typeof controllerNetworkForm>>

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536

/** The most broadcast addresses of a network. */
const maxTargets = 32

/** Returns the address of each line, with the usual port where it has none. */
function targetsIn(text: string | undefined, usualPort: number) {
  const lines = (text ?? '').split(/[\s,;]+/).filter(Boolean)
  return lines.map((line) => {
    const [address = '', port] = line.split(':')
    return { address, port: port === undefined ? usualPort : Number(port) }
  })
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
export const settingsOf = (network: ControllerNetwork): Settings => ({
  ...network,
  bbmd: network.bbmd ?? null,
  agentId: network.agentId ?? null,
})
