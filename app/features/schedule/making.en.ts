const scheduleMaking = {
  new: 'Create schedule',
  newOf: 'Create schedule for {{name}}',
  like: 'Copy from',
  likeHint: 'Copies its week, exceptions and value type, but not what it commands.',
  likeNone: 'An empty week',
  typeHint: 'Not used when you copy from another schedule.',
  unit: 'Unit',
  noUnit: 'None',
  humidity: '% relative humidity',
  delete: 'Delete…',
  deletionText: 'Its week and its exceptions are deleted for good, and the controller no longer runs them.',
  letGo: 'What it commands is released: the next level in use decides, or the default of the point.',
}

export default scheduleMaking
