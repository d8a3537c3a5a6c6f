const network = {
  interface: { bridge: 'Bridge', primary: 'Primary', secondary: 'Secondary', auxiliary: 'Auxiliary' },
  field: {
    enabled: 'Interface',
    interfaces: 'Members',
    dhcpEnabled: 'DHCP',
    ipAddress: 'IP address',
    subnetPrefixLength: 'Subnet prefix length',
    gateway: 'Gateway',
    primaryDns: 'Primary DNS server',
    secondaryDns: 'Secondary DNS server',
  },
  dhcpHint: 'With DHCP on, the addresses below are cleared.',
  prefixHint: '1 to 30, such as 24',
  bulkAddress: 'Several controllers cannot have the same address. Change it on each controller.',
  setting: '{{interface}}: {{field}}',
  title: 'Network settings',
  of: 'Network settings of {{name}}',
  ofMany_one: 'Network settings of {{count, number}} controller',
  ofMany_other: 'Network settings of {{count, number}} controllers',
  keptHere: 'As soon as there are controllers, their network settings are kept here.',
  change: 'Change network settings…',
  changeThese: 'Change settings of the selected…',
  choose: 'Tick the controllers whose network settings you want to change, then come back.',
  none: 'This controller has no network settings',
  noneText: 'No interface of it has a value.',
  send: 'Send network settings',
  sendText:
    'Choose controllers on the page of network settings, or send to all with unsent changes. Before anything is sent you see what will happen to each controller.',
  backTo: 'Back to the network settings of the site',
  board: 'To the network settings',
  back: 'Put network settings back',
  unsupported: 'it does not have this interface',
  drops:
    'A network change may cut the connection: a controller that does not come back within 120 seconds returns to its old settings, and the send fails.',
}

export default network
