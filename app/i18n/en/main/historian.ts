/** What controllers keep of their points over time. */
const historian = {
  of: 'Historian of {{name}}',
  link: 'What is kept over time',
  intro:
    'What the controller keeps of its points, and so what its trends can show. A change counts from the moment it is saved: what was kept before it stays until its time is over.',
  enabled: 'Keep values over time',
  enabledHint: 'Off, nothing is kept of any point, whatever is set below.',
  retention: 'Days until a value is forgotten',
  retentionHint:
    'From 1 to 3,650. With fewer than now, older values are lost; with more, nothing that is forgotten comes back.',
  how: 'Values',
  howOf: 'How {{name}} is kept',
  least: 'Least change',
  leastOf: 'Least change of {{name}}',
  leastOfIn: 'Least change of {{name}} ({{unit}})',
  leastHint:
    'A least change counts where values are kept at each change: smaller changes are passed over. Empty, the point’s own increment counts.',
  cut: 'Not every point is shown',
  cutText_one: 'The first point is shown; the others stay as they are.',
  cutText_other: 'The first {{count, number}} points are shown; the others stay as they are.',
  fixed:
    'This backend has no call that sets what is kept: it is set on the controller. This is what each of its points says.',
  ofController: 'Historian of the controller',
  altogether: 'Altogether',
  devices: 'Controllers',
  devicesOff: 'Controllers that keep nothing',
  points: 'Points kept',
  samples: 'Values a day, beside those kept at a change',
  for: 'Kept for',
  forBetween: '{{least}} to {{most}}',
  lookedAt: 'Controllers whose points nobody has looked at yet are counted with none of them.',
  byHow: 'By how often',
  noTotals: 'This backend has no totals',
  noTotalsText: 'What a controller keeps is shown with its points.',
  noDevices: 'No controllers are onboarded yet',
  noDevicesText: 'A controller keeps values once it is onboarded.',
}

export default historian
