/** The trends of any points. */
const trend = {
  of: 'Trends of {{name}}',
  without: 'Without {{name}}',
  none: 'No points chosen',
  noneText: 'The page of a point leads here; up to twenty points stand in the address.',
  notKept: 'No trend',
  notKeptText: 'This backend keeps no trend of these points in this window.',
}

export default trend
