const send = {
  crumb: 'Send',
  explain: 'Sending starts from a list of controllers',
  kindsText:
    'Choose controllers on the page of the configuration. Before anything is sent you see what will happen to each controller.',
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
