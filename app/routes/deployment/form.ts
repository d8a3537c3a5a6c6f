/** The form of a package deployment, and its parsed values. */
import { z } from 'zod'
import { mostFirst, type Threshold } from '~/domain/deployment-canary'
import { choiceFields, choiceOf, type DeviceSelection } from '~/things/device/choice'
import { readWish, type Wish } from './wishes'

/** One wish per package; an untouched package submits an empty one. */
const mostWishes = 200

export const DeploymentForm = z
  .object({
    ...choiceFields,
    wish: z.array(z.string().max(500).optional()).max(mostWishes).optional(),
    update: z.boolean().optional(),
    allowDowngrade: z.boolean().optional(),
    first: z.number().int().min(1).max(mostFirst).optional(),
    mostFailed: z.number().min(0).max(100).optional(),
    mostFailedUnit: z.enum(['count', 'percent']).optional(),
    scheduledAt: z.iso.datetime({ offset: true, error: 'errors:deployments.scheduledAt' }).optional(),
  })
  .transform((filled, context) => {
    const { wish = [], update = false, allowDowngrade = false, first, ...more } = filled
    const { mostFailed, mostFailedUnit, scheduledAt = null, ...choice } = more
    const read = wish.map((text) => (text ? readWish(text) : null))
    if (wish.some((text, at) => text && !read[at]))
      context.addIssue({ code: 'custom', path: ['wish'], message: 'errors:field.choice' })
    const wishes = read.filter((one): one is Wish => one !== null)
    if (wishes.length === 0 && !update)
      context.addIssue({ code: 'custom', path: ['wish'], message: 'errors:deployments.none' })
    const chosen = choiceOf(choice)
    if (!chosen) context.addIssue({ code: 'custom', path: ['device'], message: 'errors:nothingChosen' })
    const mayFail: Threshold = { value: mostFailed ?? 0, unit: mostFailedUnit ?? 'count' }
    return {
      choice: chosen as DeviceSelection,
      wishes,
      update,
      allowDowngrade,
      first: first ?? null,
      mayFail,
      scheduledAt,
    }
  })

/** The parsed form. */
export type AskedFor = z.output<typeof DeploymentForm>
