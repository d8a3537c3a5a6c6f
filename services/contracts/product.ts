/** The product service: controller models (spec §3, §7). */
import { z } from 'zod'
import { read, service } from './endpoint'
import { ETag, Id } from './scalars'

export const Platform = z.enum(['IP', 'BacnetIP', 'BacnetMSTP', 'ShortStack', 'Niagara'])
export type Platform = z.infer<typeof Platform>

const Channels = z.looseObject({ count: z.number().int(), capabilities: z.array(z.string()).default([]) })

export const ControllerModel = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  platform: Platform.or(z.string()),
  architecture: z.string(),
  module: z.unknown().optional(),
  subnet: z.unknown().optional(),
  uukl: z.boolean().optional(),
  license: z.looseObject({ maxPoints: z.number().int(), features: z.array(z.string()).default([]) }).optional(),
  notSupportedDcars: z
    .array(z.string())
    .nullish()
    .transform((names) => names ?? []),
  model: z.looseObject({ type: z.string(), name: z.string(), hostIdPattern: z.string().optional() }),
  inputs: Channels.optional(),
  outputs: Channels.optional(),
  preRelease: z.boolean().optional(),
  erpId: z.string().nullish(),
  details: z.looseObject({ documentationLabel: z.string().optional() }).optional(),
})
export type ControllerModel = z.infer<typeof ControllerModel>

export const product = service('product', {
  listControllers: read('GET /controllers', {
    area: 'controllers',
    capability: 'catalog.read',
    reply: z.array(ControllerModel),
    meaning: 'List every controller model.',
  }),
  getController: read('GET /controllers/{id}', {
    area: 'controllers',
    capability: 'catalog.read',
    reply: ControllerModel,
    meaning: 'Get one controller model.',
  }),
})
