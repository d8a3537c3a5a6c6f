/** What a controller may do by its licence. */
const licence = {
  title: 'Licence',
  state: { valid: 'Valid', exceeded: 'Exceeded', expired: 'Expired', missing: 'Missing' },
  listOf: 'Licences of {{name}}',
  includes: 'Includes',
  used: 'Used',
  usedPoints: 'Points used',
  maxPoints: 'Points included',
  nearlyFull: 'Nearly full',
  none: 'No licence matches',
  noneText: 'Change or clear the filter.',
  empty: 'No licences here',
  emptyText: 'A controller has a licence once it is onboarded.',
  partial: 'This list may not be complete',
  partialText:
    'This backend does not list licences, so controllers were asked one by one, as many as a page can wait for.',
  for: 'Issued for',
  points: 'Points',
  pointsOf: '{{used, number}} of {{most, number}}',
  features: 'Features',
  feature: {
    schedules: 'schedules',
    alarms: 'alarms',
    historian: 'historian',
    remoteTunneling: 'tunnels',
    mqtt: 'MQTT',
    faultDetection: 'fault detection',
  },
  issued: 'Issued',
  ends: 'Ends',
  endsSoon: 'Ends soon',
  soon: 'Soon, {{date}}',
  endless: 'Never',
  issuedBy: 'Issued by',
  others: 'All controllers like this',
  unknown: 'Nothing is known of a licence of this controller.',
  meaning: {
    exceeded:
      'It has more points than its licence includes. No more of them can be mapped until the licence is enlarged.',
    expired: 'Its licence is over. What it includes may stop until it is renewed.',
    missing: 'No licence was issued for it. What needs one may be refused.',
  },
}

export default licence
