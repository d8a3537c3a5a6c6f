const send = {
  crumb: 'Send',
  explain: 'Sending starts from a list of controllers',
  kindsText:
    'Choose controllers on the page of the configuration. Before anything is sent you see what will happen to each controller.',
  first: {
    title: 'A few first',
    label: 'Send first to',
    hint: 'The others are offered once these have come back.',
    all: 'All of them',
    count_one: '{{count, number}} controller',
    count_other: '{{count, number}} controllers',
    note: 'Only the first ones are sent to now. The others wait until you go on.',
  },
  held: {
    well_one: 'The first ones are back: {{count, number}} controller waits for this send',
    well_other: 'The first ones are back: {{count, number}} controllers wait for this send',
    running_one: '{{count, number}} controller waits until the first ones are back',
    running_other: '{{count, number}} controllers wait until the first ones are back',
    failed_one: 'One of the first failed: {{count, number}} controller waits. Look at why before you go on.',
    failed_other: 'One of the first failed: {{count, number}} controllers wait. Look at why before you go on.',
    goOn_one: 'Go on with {{count, number}} controller',
    goOn_other: 'Go on with {{count, number}} controllers',
  },
  plan: {
    caption: 'What sending does, for each controller: what it runs with, and what is saved',
    apply_one: 'Send to {{count, number}} controller',
    apply_other: 'Send to {{count, number}} controllers',
    state: 'Sending',
    missing: 'it does not belong here, or is not there any more',
    notOnboarded: 'it is not onboarded',
    inProgress: 'a send to it is still in progress',
    nothingToSend: 'it has everything already',
    runsWithIt: 'it runs with all of it already, and is sent it again',
    notOnRecord: 'what was changed since its last send is not on record here: all saved settings are sent',
  },
}

export default send
