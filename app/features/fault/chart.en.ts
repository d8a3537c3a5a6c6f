/** Charts of faults, which the trends of any points share. */
const faultChart = {
  tooCoarse:
    'This difference is not drawn: over a range this long the samples are too far apart to compare both points. Choose a shorter range.',
  thinned:
    'The charts are drawn from the lowest and highest value of every few minutes. The file has every stored sample, and marks where the service left some out.',
  states: 'States',
  pointState: '{{name}}: {{text}}',
  band: { fault: 'Fault', modeDelay: 'Settling', operatingState: 'State' },
  state: 'Operating state: {{state}}',
  quantity: {
    temperatures: 'Temperatures',
    positions: 'Commands and positions',
    pressures: 'Pressures',
    flows: 'Airflows',
    points: 'Points',
  },
}

export default faultChart
