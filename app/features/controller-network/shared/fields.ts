/** Fields of a network of controllers, used by its form, its conflicts and the trail. */
import { maxDeviceInstance } from '#contracts/bacnet-names'
import type { FormDefinition } from '~/kit/edit/fields'

const port = { min: 1, max: 65_535, error: 'errors:networks.port' }
const instance = { min: 0, max: maxDeviceInstance, error: 'errors:networks.instance' }

export const controllerNetworkFields = {
  name: { kind: 'text', label: (t) => t('field.name'), maxLength: 80, isRequired: true, means: 'name' },
  agentId: {
    kind: 'thing',
    label: (t) => t('main:siteAgent.reachedBy'),
    hint: (t) => t('main:siteAgent.reachedByHint'),
    none: (t) => t('main:siteAgent.reachedByThis'),
  },
  address: {
    kind: 'text',
    label: (t) => t('main:controllerNetwork.address'),
    hint: (t) => t('main:controllerNetwork.addressHint'),
    maxLength: 40,
    isRequired: true,
    means: 'code',
  },
  port: { kind: 'number', label: (t) => t('main:controllerNetwork.port'), ...port },
  broadcastTo: {
    kind: 'text',
    label: (t) => t('main:controllerNetwork.broadcastTo'),
    hint: (t) => t('main:controllerNetwork.broadcastToHint'),
    maxLength: 1_000,
    lines: 3,
    means: 'code',
  },
  bbmdAddress: {
    kind: 'text',
    label: (t) => t('main:controllerNetwork.bbmdAddress'),
    hint: (t) => t('main:controllerNetwork.bbmdHint'),
    maxLength: 40,
    means: 'code',
  },
  bbmdPort: { kind: 'number', label: (t) => t('main:controllerNetwork.bbmdPort'), ...port },
  bbmdLifetime: {
    kind: 'number',
    label: (t) => t('main:controllerNetwork.bbmdLifetime'),
    min: 30,
    max: 65_535,
    error: 'errors:networks.lifetime',
  },
  lowestInstance: { kind: 'number', label: (t) => t('main:controllerNetwork.lowestInstance'), ...instance },
  highestInstance: { kind: 'number', label: (t) => t('main:controllerNetwork.highestInstance'), ...instance },
} as const satisfies FormDefinition
