const building = {
  edit: 'Edit {{name}}',
  addressHint: 'Only if different from the site address.',
  editSpaces: 'Edit spaces…',
  spaces: 'Spaces',
  spacesOf: 'Spaces of {{name}}',
  about: 'About this building',
  emptyTitle: 'This building has no spaces yet',
  emptyText: 'Start with its floors; rooms go inside them.',
}

export default building
