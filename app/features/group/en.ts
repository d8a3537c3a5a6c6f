const group = {
  edit: 'Edit {{name}}',
  devices: 'Controllers of this group',
  sites: 'Sites of {{name}}',
  emptyTitle: 'This group has no sites',
  emptyText: 'Select sites in the list of all sites and move them here.',
  chooseSites: 'Select sites to move here',
}

export default group
