/** The form of a package deployment, and its parsed values. */
import { z } from 'zod'
import { maxFirst, type Threshold } from '~/domain/deployment-canary'
import { type DeviceSelection, deviceSelectionFields, deviceSelectionOf } from '~/features/device/shared/selection'
import { readWish, type Wish } from './wishes'

/** One wish per package; an untouched package submits an empty one. */
const maxWishes = 200

export const DeploymentForm = z
  .object({
    ...deviceSelectionFields,
    wish: z.array(z.string().max(500).optional()).max(maxWishes).optional(),
    update: z.boolean().optional(),
    allowDowngrade: z.boolean().optional(),
    first: z.number().int().min(1).max(maxFirst).optional(),
    mostFailed: z.number().min(0).max(100).optional(),
    mostFailedUnit: z.enum(['count', 'percent']).optional(),
    scheduledAt: z.iso.datetime({ offset: true, error: 'errors:deployments.scheduledAt' }).optional(),
  })
  .transform((fields, context) => {
    const { wish = [], update = false, allowDowngrade = false, first, ...more } = fields
    const { mostFailed, mostFailedUnit, scheduledAt = null, ...choice } = more
    const parsed = wish.map((text) => (text ? readWish(text) : null))
    if (wish.some((text, at) => text && !parsed[at]))
      context.addIssue({ code: 'custom', path: ['wish'], message: 'errors:field.choice' })
    const wishes = parsed.filter((one): one is Wish => one !== null)
    if (wishes.length === 0 && !update)
      context.addIssue({ code: 'custom', path: ['wish'], message: 'errors:deployments.none' })
    const selection = deviceSelectionOf(choice)
    if (!selection) context.addIssue({ code: 'custom', path: ['device'], message: 'errors:nothingChosen' })
    const mayFail: Threshold = { value: mostFailed ?? 0, unit: mostFailedUnit ?? 'count' }
    return {
      choice: selection as DeviceSelection,
      wishes,
      update,
      allowDowngrade,
      first: first ?? null,
      mayFail,
      scheduledAt,
    }
  })

/** The parsed form. */
export type DeploymentInput = z.output<typeof DeploymentForm>
