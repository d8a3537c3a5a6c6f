/** Fields of an order to a controller. */
import { type ManagementOrderName, managementOrders } from '#contracts/management-names'
import type { FormDefinition } from '~/kit/edit/fields'

/** How long a controller can be silenced from here, in minutes. */
export const silences = ['5', '15', '60', '240'] as const
type Silence = (typeof silences)[number]

export const isOrder = (value: string): value is ManagementOrderName =>
  (managementOrders as readonly string[]).includes(value)
export const isSilence = (value: string): value is Silence => (silences as readonly string[]).includes(value)

export const managementFields = {
  order: {
    kind: 'choice',
    label: (t) => t('main:controllerManagement.order'),
    values: managementOrders,
    text: (t, value) => (isOrder(value) ? t(`main:controllerManagement.orders.${value}`) : null),
    isRequired: true,
  },
  minutes: {
    kind: 'choice',
    label: (t) => t('main:controllerManagement.minutes'),
    hint: (t) => t('main:controllerManagement.minutesHint'),
    values: silences,
    text: (t, value) => (isSilence(value) ? t(`main:controllerManagement.duration.${value}`) : null),
    isRequired: true,
  },
} as const satisfies FormDefinition
