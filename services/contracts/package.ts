/** The package service: the software that can be deployed to controllers (spec §3, §7, domain §7). */
import { z } from 'zod'
import { read, service } from './endpoint'
import { Key } from './scalars'

export const Architecture = z.enum(['AArch64', 'ARM', 'AMD64', 'MULTIPLE'])
export type Architecture = z.infer<typeof Architecture>

/** One version of one package; `key` is its id. */
export const Package = z.looseObject({
  key: Key,
  name: Key,
  version: z.string().max(256),
  displayName: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  mandatory: z.boolean().default(false),
  files: z.array(z.looseObject({ architecture: Architecture.or(z.string()), url: z.string() })),
  dependencies: z.array(z.looseObject({ name: z.string(), minVersion: z.string() })).optional(),
})
export type Package = z.infer<typeof Package>

export const packages = service('package', {
  listPackages: read('GET /packages', {
    area: 'packages',
    capability: 'catalog.read',
    reply: z.array(Package),
    meaning: 'List every version of every package.',
  }),
  getPackage: read('GET /packages/{key}', {
    area: 'packages',
    capability: 'catalog.read',
    reply: Package,
    meaning: 'Get one version of one package.',
  }),
})
