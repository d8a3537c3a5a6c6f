const time = {
  field: {
    timeZone: 'Time zone',
    autoTime: 'From time servers',
    ntpServers: 'Time servers',
    dateTime: 'Date and time',
  },
  autoHint: 'Off, the date and time are set by hand.',
  serversHint: 'One to four host names or IPv4 addresses, one per line',
  dateTimeHint: 'Local, such as 2026-03-29T14:05. Only where the time is set by hand.',
  clock: 'Its clock says',
  lastSync: 'Last asked the time servers',
  nextChange: 'Next clock change',
  title: 'Time settings',
  of: 'Time settings of {{name}}',
  ofMany_one: 'Time settings of {{count, number}} controller',
  ofMany_other: 'Time settings of {{count, number}} controllers',
  keptHere: 'As soon as there are controllers, their time settings are kept here.',
  change: 'Change time settings…',
  changeThese: 'Change settings of the selected…',
  choose: 'Select the controllers whose time settings you want to change, then come back.',
  none: 'This controller has no time settings',
  noneText: 'Nothing of its clock can be set here.',
  send: 'Send time settings',
  sendText:
    'Choose controllers on the page of time settings, or send to all with unsent changes. Before anything is sent you see what will happen to each controller.',
  backTo: 'Back to the time settings of the site',
  board: 'To the time settings',
  back: 'Put time settings back',
  unsupported: 'it has no such setting',
}

export default time
