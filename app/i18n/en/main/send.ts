const send = {
  title: 'Send network settings',
  crumb: 'Send',
  explain: 'Sending starts from a list of controllers',
  explainText:
    'Choose controllers on the page of network settings, or send to all with unsent changes. Before anything is sent you see what will happen to each controller.',
  board: 'To the network settings',
  plan: {
    caption: 'What sending does, for each controller: what it runs with, and what is saved',
    apply_one: 'Send to {{count, number}} controller',
    apply_other: 'Send to {{count, number}} controllers',
    state: 'Sending',
    now: 'Sent now',
    waits: 'Waits for the controller, for 24 hours at most',
    missing: 'it does not belong here, or is not there any more',
    notOnboarded: 'it is not onboarded',
    inProgress: 'a send to it is still in progress',
    nothingToSend: 'it has everything already',
    notOnRecord: 'what was changed since its last send is not on record here: all saved settings are sent',
    drops:
      'A network change may cut the connection: a controller that does not come back within 120 seconds returns to its old settings, and the send fails.',
  },
}

export default send
