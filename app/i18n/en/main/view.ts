/** What each view is called: in the menu, on its tab, in the way down to it. */
const view = {
  tenants: 'Tenants',
  customers: 'Customers',
  customer: 'Overview',
  place: 'Overview',
  device: 'Overview',
  alarms: 'Alarms',
  faults: 'Faults',
  sites: 'Sites',
  devices: 'Controllers',
  configuration: 'Configuration',
  network: 'Network',
  time: 'Time',
  bacnet: 'BACnet',
  packages: 'Packages',
  deployments: 'Deployments',
  onboarding: 'Onboarding',
  tunnels: 'Tunnels',
  search: 'Search',
  map: 'Map of the sites',
  models: 'Controller models',
  users: 'People',
  trail: 'Audit trail',
  operator: 'Operator',
}

export default view
