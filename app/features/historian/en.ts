/** What controllers keep of their points over time. */
const historian = {
  of: 'Historian of {{name}}',
  link: 'Data logging',
  intro:
    'The point values that the controller logs, which its trends can show. A change applies once it is saved: values logged earlier stay until they expire.',
  enabled: 'Log point values',
  enabledHint: 'When off, no point is logged, whatever is set below.',
  retention: 'Keep history for (days)',
  retentionHint:
    'From 1 to 3,650. With fewer days than now, older values are lost; with more, lost values do not come back.',
  how: 'Logging',
  howOf: 'Logging of {{name}}',
  least: 'Minimum change',
  leastOf: 'Minimum change of {{name}}',
  leastOfIn: 'Minimum change of {{name}} ({{unit}})',
  leastHint:
    'The minimum change applies where values are logged on change: smaller changes are ignored. Leave empty to use the point’s own increment.',
  cut: 'Not every point is shown',
  cutText_one: 'The first point is shown; the others stay as they are.',
  cutText_other: 'The first {{count, number}} points are shown; the others stay as they are.',
  fixed: 'This backend cannot change data logging: set it on the controller. Below is what each of its points reports.',
  ofController: 'Historian of the controller',
  altogether: 'Totals',
  devices: 'Controllers',
  devicesOff: 'Controllers with logging off',
  points: 'Points logged',
  samples: 'Values per day, without those logged on change',
  for: 'Retention',
  forBetween: '{{least}} to {{most}}',
  lookedAt: 'Controllers whose points have not been read yet are counted with none of them.',
  byHow: 'By interval',
  noTotals: 'This backend has no totals',
  noTotalsText: 'See the points of a controller for what it logs.',
  noDevices: 'No controllers are onboarded yet',
  noDevicesText: 'A controller logs values once it is onboarded.',
}

export default historian
