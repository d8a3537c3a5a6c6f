/** The contracts of all services. */

import { designer } from './designer'
import { deviceConfiguration } from './device-configuration'
import type { AnyEndpoint } from './endpoint'
import { operations } from './operations'
import { packages } from './package'
import { product } from './product'
import { site } from './site'
import { tenant } from './tenant'

export const contracts = {
  tenant,
  site,
  package: packages,
  product,
  operations,
  'device-configuration': deviceConfiguration,
  designer,
} as const satisfies Record<string, Record<string, AnyEndpoint>>
