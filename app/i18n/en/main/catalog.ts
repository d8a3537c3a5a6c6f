/** What a controller offers, found on it rather than set up. */
const catalog = {
  of: 'Objects that {{name}} offers',
  link: 'Objects it offers',
  searchHint: 'Name, object or type…',
  source: 'Found over',
  role: 'Role',
  mapped: 'Plays a role',
  unmapped: 'Plays no role',
  guess: 'Probably',
  sure: 'How sure',
  guessed: 'Recognised',
  noGuess: 'Not recognised',
  unmappedGuessed: 'Recognised, plays no role',
  map: 'Map to equipment…',
  none: 'No object matches',
  empty: 'No objects',
  emptyText: 'Nothing was read from this controller yet. A controller is looked through once it is onboarded.',
}

export default catalog
