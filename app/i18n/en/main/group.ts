const group = {
  devices: 'Controllers of this group',
  sites: 'Sites of {{name}}',
  emptyTitle: 'This group has no sites',
  emptyText: 'Sites appear here once they are moved into the group.',
}

export default group
