const customer = {
  code: 'Customer {{code}}',
  archived: 'Archived',
  devices: 'Controllers',
  deployments: 'Deployments',
  history: 'History',
  counters: 'At a glance',
  counter: {
    devices: 'Controllers',
    offline: 'Offline',
    notOnboarded: 'Not onboarded',
    outdated: 'With outdated packages',
    deploying: 'Deploying packages',
    failedDeployments: 'Last deployment failed',
  },
  places: 'Site groups and sites',
  partial: 'This backend cannot count what is below a place, so some numbers are missing.',
  emptyTitle: 'This customer has no sites yet',
  emptyText: 'Site groups and sites appear here once they are created.',
}

export default customer
