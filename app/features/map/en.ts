const map = {
  titleOf: 'Map of the sites of {{name}}',
  caption:
    'Map: each mark is a site of the list, with its number; a diamond has controllers offline; ×n marks several close together and opens their map',
  sitesSome_one: '{{sites}}, {{count, number}} without coordinates',
  sitesSome_other: '{{sites}}, {{count, number}} without coordinates',
  showAll: 'Show all sites',
  markOfMany_one: '{{names}} and {{count, number}} more',
  markOfMany_other: '{{names}} and {{count, number}} more',
  list: 'Sites on the map',
  number: 'No.',
  place: 'Place',
  unplaced: 'no coordinates',
  empty: 'This customer has no sites yet.',
  nothing: 'No site here has coordinates.',
  nothingHint: 'Add a latitude and a longitude to a site to see it on the map.',
}

export default map
