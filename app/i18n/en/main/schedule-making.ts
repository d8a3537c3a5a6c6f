const scheduleMaking = {
  new: 'Create schedule',
  newOf: 'Create schedule of {{name}}',
  like: 'Begin like',
  likeHint: 'Its week, exceptions and kind of value are taken over; what it commands is not.',
  likeNone: 'An empty week',
  typeHint: 'Unless it begins like another one.',
  unit: 'Unit of its numbers',
  noUnit: 'None',
  humidity: '% relative humidity',
  delete: 'Delete…',
  deletionText: 'Its week and its exceptions are gone for good, and the controller no longer runs them.',
  letGo: 'What it commands is let go: the next level that holds something decides, or the default of the point.',
}

export default scheduleMaking
