/** Changes to tenants and customers. */
import { bySettings, type ChangeKind } from './change'

export const tenantChanges = {
  'tenant.create': { capability: 'tenant.create', back: { never: 'created' } },
  'tenant.edit': { capability: 'tenant.update', back: bySettings },
  'tenant.onboard': { capability: 'tenant.onboard', back: { never: 'onboarded' } },
  'tenant.offboard': { capability: 'tenant.onboard', reason: 'required', back: { never: 'offboarded' } },
  'customer.create': { capability: 'customer.create', back: { never: 'created' } },
  'customer.edit': { capability: 'customer.update', back: bySettings },
  'customer.archive': { capability: 'customer.archive', reason: 'required', back: { never: 'archived' } },
  'customer.restore': { capability: 'customer.archive', back: { never: 'restored' } },
  'customer.delete': { capability: 'customer.delete', reason: 'required', back: { never: 'deleted' } },
} as const satisfies Record<string, ChangeKind>
