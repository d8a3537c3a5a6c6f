/** What a controller offers, found on it rather than set up. */
const catalog = {
  of: 'Objects of {{name}}',
  link: 'Objects',
  searchHint: 'Name, object or type…',
  source: 'Found over',
  role: 'Role',
  mapped: 'Mapped',
  unmapped: 'Not mapped',
  guess: 'Suggested role',
  sure: 'Confidence',
  guessed: 'Recognised',
  noGuess: 'Not recognised',
  unmappedGuessed: 'Recognised, not mapped',
  map: 'Map to equipment…',
  none: 'No object matches',
  empty: 'No objects',
  emptyText: 'Nothing has been read from this controller yet. Its objects are read once it is onboarded.',
}

export default catalog
