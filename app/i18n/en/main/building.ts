const building = {
  devices: 'Controllers of this building',
  spaces: 'Spaces',
  spacesOf: 'Spaces of {{name}}',
  about: 'About this building',
  emptyTitle: 'This building has no spaces yet',
  emptyText: 'Floors and rooms appear here once they are created.',
}

export default building
