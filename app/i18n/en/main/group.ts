const group = {
  edit: 'Edit {{name}}',
  devices: 'Controllers of this group',
  sites: 'Sites of {{name}}',
  emptyTitle: 'This group has no sites',
  emptyText: 'Choose sites in the list of all sites and move them here.',
  chooseSites: 'Choose sites to move here',
}

export default group
