const map = {
  titleOf: 'Map of the sites of {{name}}',
  caption:
    'Map: each mark is a region or a site of the list and leads there; a mark of several sites leads to their map',
  legend:
    'A mark is as large as its controllers are many; its ring is closed as far as they are connected. Red: a critical alarm, or more than a fifth offline.',
  sitesSome_one: '{{sites}}, {{count, number}} without coordinates',
  sitesSome_other: '{{sites}}, {{count, number}} without coordinates',
  showAll: 'Show all sites',
  markOfMany_one: '{{names}} and {{count, number}} more',
  markOfMany_other: '{{names}} and {{count, number}} more',
  list: 'Sites on the map',
  regions: 'Regions on the map',
  region: 'Region',
  noRegion: 'Without a region',
  offline: 'Offline',
  critical_one: '{{count, number}} critical alarm',
  critical_other: '{{count, number}} critical alarms',
  unplaced: 'no coordinates',
  toSites: 'Show sites',
  empty: 'This customer has no sites yet.',
  nothing: 'No site here has coordinates.',
  nothingHint: 'Add a latitude and a longitude to a site to see it on the map.',
}

export default map
