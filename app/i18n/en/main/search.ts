const search = {
  titleOf: 'Search for “{{words}}”',
  words: 'Name, path, host id, serial number or address',
  hint: 'At least two letters. The address of this page can be sent to a colleague.',
  kind: 'Kind',
  kinds: 'Kinds of what was found for “{{words}}”',
  kindOf: {
    group: 'Site groups',
    site: 'Sites',
    building: 'Buildings',
    space: 'Spaces',
    device: 'Controllers',
    equipment: 'Equipment',
  },
  watched: 'Active now:',
  path: 'Where',
  match: 'What matched',
  caption: 'Found for “{{words}}”',
  empty: 'Nothing of this customer matches.',
  emptyHint: 'Use fewer or shorter words.',
  emptyTenant: 'Nothing of the customers you see matches.',
  wider: 'Search in all customers you see',
  many: '{{matching}} match. Use more words, or choose a kind.',
  partial:
    'This backend cannot search. Groups, sites and controllers were looked through; buildings, spaces and equipment are missing.',
  partialCustomers: 'Only the first {{count}} customers were looked through; search in a customer to see the others.',
  field: {
    name: 'Name',
    hostId: 'Host id',
    serialNumber: 'Serial number',
    macAddress: 'MAC address',
    address: 'Address',
    label: 'Label',
    path: 'Path',
  },
}

export default search
