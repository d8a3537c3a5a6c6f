/**
 * The permission matrix, enforced on both sides (domain §9.4). A = all tenants, T = own tenant, C = own customers only,
 * S = self, - = denied.
 */
export const roleNames = ['super-admin', 'admin', 'user', 'customer-admin', 'customer-user', 'no-access'] as const
export type RoleName = (typeof roleNames)[number]

export type Reach = 'A' | 'T' | 'C' | 'S' | '-'

/** One letter per role, in the order of `roleNames`. */
const matrix = {
  'public.read': 'A T T C C S',
  'self.read': 'S S S S S S',
  'self.update': 'S S S S S S',
  'catalog.read': 'A T T C C -',
  'tenant.list': 'A T T T T -',
  'tenant.read': 'A T - - - -',
  'tenant.create': 'A - - - - -',
  'tenant.update': 'A T - - - -',
  'tenant.onboard': 'A - - - - -',
  'user.read': 'A T - C - -',
  'user.readPermissions': 'A T S C S S',
  'trail.read': 'A T - C - -',
  'trail.export': 'A T - - - -',
  'operator.read': 'A - - - - -',
  'user.manage': 'A T - - - -',
  'role.manage': 'A T - - - -',
  'custperm.read': 'A T - C - -',
  'custperm.manage': 'A T - C - -',
  'customer.read': 'A T T C C -',
  'customer.create': 'A T - - - -',
  'customer.update': 'A T - C - -',
  'customer.archive': 'A T - - - -',
  'customer.delete': 'A T - - - -',
  'hierarchy.read': 'A T T C C -',
  'hierarchy.write': 'A T - C - -',
  'device.read': 'A T T C C -',
  'device.write': 'A T - C - -',
  'device.onboard': 'A T - C - -',
  'device.test': 'A T T C C -',
  'tunnel.read': 'A T - C - -',
  'tunnel.manage': 'A T - C - -',
  'deploy.read': 'A T T C C -',
  'deploy.run': 'A T - C - -',
  'template.read': 'A T T C C -',
  'template.write': 'A T - C - -',
  'equipment.read': 'A T T C C -',
  'equipment.write': 'A T - C - -',
  'point.read': 'A T T C C -',
  'point.map': 'A T - C - -',
  'point.subscribe': 'A T T C C -',
  'point.write': 'A T - C - -',
  'point.override': 'A T T C C -',
  'point.overridePermanent': 'A T - C - -',
  'point.emergency': 'A T - C - -',
  'alarm.read': 'A T T C C -',
  'alarm.ack': 'A T T C C -',
  'fault.read': 'A T T C C -',
  'fault.resolve': 'A T T C C -',
  'fault.note': 'A T T C C -',
  'rule.read': 'A T T C C -',
  'rule.toggle': 'A T - C - -',
  'intvar.read': 'A T T C C -',
  'intvar.write': 'A T - C - -',
  'schedule.read': 'A T T C C -',
  'schedule.write': 'A T T C - -',
  'config.read': 'A T T C C -',
  'config.log': 'A T - C - -',
  'config.write': 'A T - C - -',
  'config.send': 'A T - C - -',
  'config.adminuser': 'A T - C - -',
  'designer.read': 'A T T C C -',
} as const satisfies Record<string, string>

export type Capability = keyof typeof matrix
export const capabilities = Object.keys(matrix) as Capability[]

/** Returns the scope in which a role has a capability. */
export function reach(role: RoleName, capability: Capability): Reach {
  return matrix[capability].split(' ')[roleNames.indexOf(role)] as Reach
}

/** Role ids of the tenant service, "each a fixed identifier" (spec §6, domain §9.2). */
export const roleIds = {
  user: '7b1d0c1e-0000-4000-8000-000000000001',
  admin: '7b1d0c1e-0000-4000-8000-000000000002',
} as const

/** The empty or default id (spec §3). */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** The root tenant unless configured otherwise; its admins may be super-admins (spec §6). */
export const rootTenantId = '7b1d0c1e-0000-4000-8000-000000000003'
