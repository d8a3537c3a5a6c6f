const gallery = {
  title: 'Charts',
  text: 'Every chart the console draws, with a fault, a schedule and alarms of this customer. This page exists in evaluation mode only.',
  week: 'Week as scheduled: {{name}}',
  heat: 'Alarms raised, by the hour',
  spark: 'Alarms of seven days',
  alarms_one: '{{count, number}} alarm',
  alarms_other: '{{count, number}} alarms',
}

export default gallery
