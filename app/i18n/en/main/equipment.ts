/** Equipment: what it is, what plays its roles, and what serves it. */
const equipment = {
  pointsOf: '{{pointsMapped, number}} points mapped, {{pointsRequired, number}} needed',
  readings: 'Points',
  about: 'About',
  role: 'Role',
  unread: 'On a controller that cannot be read now',
  missing: 'Missing',
  notMapped: 'Not mapped',
  noRoles: 'This type of equipment has no roles that points play.',
  type: 'Type',
  servedBy: 'Controllers',
  fedBy: 'Fed by',
  serves: 'Serves',
  rules: 'Fault rules',
  rulesReady: '{{ready, number}} of {{total, number}} can run',
}

export default equipment
