/** The trends of any points. */
const trend = {
  of: 'Trends of {{name}}',
  without: 'Without {{name}}',
  none: 'No points selected',
  noneText:
    'Tick up to {{most, number}} points in a list of points and press “Show trends”, or open a point and choose Trends there. The address of that page can be sent to a colleague.',
  show: 'Show trends',
  tooMany_one: '{{count, number}} point is selected: the first {{most, number}} are shown',
  tooMany_other: '{{count, number}} points are selected: the first {{most, number}} are shown',
  tooManyText: 'They are the first in the order of the list. To see the others, go back to it and select fewer.',
  toPoints: 'Go to the points',
  inRules: 'As the fault rules tell it',
  inRulesText:
    'This backend keeps no trends of points. What is shown is what it keeps for the rules that look at them.',
  unkept_one: 'Nothing is kept of {{count, number}} point: no rule looks at it.',
  unkept_other: 'Nothing is kept of {{count, number}} points: no rule looks at them.',
  unkeptTitle: 'Not kept by the controller',
  unkeptSpan: '{{when}}: {{reason}}',
  unkeptOf: '{{span}} ({{names}})',
  unkeptReason: {
    off: 'the historian was off',
    notChosen: 'not selected for the historian',
    forgotten: 'older than the controller keeps its values',
  },
  unkeptMore_one: '{{count, number}} more period',
  unkeptMore_other: '{{count, number}} more periods',
  notKept: 'No trend',
  notKeptText: 'This backend keeps no trend of these points in this window.',
}

export default trend
