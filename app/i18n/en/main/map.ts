const map = {
  title: 'Map of the sites',
  titleOf: 'Map of the sites of {{name}}',
  caption: 'Map: each mark is a site of the list, with its number; ×n stands for several close together',
  list: 'Sites on the map',
  number: 'No.',
  place: 'Place',
  offline: 'Offline',
  unplaced: 'no coordinates',
  empty: 'This customer has no sites yet.',
  nothing: 'No site here has coordinates.',
  nothingHint: 'Add a latitude and a longitude to a site to see it on the map.',
}

export default map
