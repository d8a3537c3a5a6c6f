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
  inRules: 'Trends of the fault rules',
  inRulesText: 'This backend stores no trends of points. Shown is what it stores for the rules that use them.',
  unkept_one: 'Nothing is stored for {{count, number}} point: no rule uses it.',
  unkept_other: 'Nothing is stored for {{count, number}} points: no rule uses them.',
  unkeptTitle: 'Not logged by the controller',
  unkeptSpan: '{{when}}: {{reason}}',
  unkeptOf: '{{span}} ({{names}})',
  unkeptReason: {
    off: 'the historian was off',
    notChosen: 'not selected for the historian',
    forgotten: 'older than the retention period',
  },
  unkeptMore_one: '{{count, number}} more period',
  unkeptMore_other: '{{count, number}} more periods',
  notKept: 'No trend',
  notKeptText: 'This backend stores no trend of these points for this period.',
}

export default trend
