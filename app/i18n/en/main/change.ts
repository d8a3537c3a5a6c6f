const change = {
  user: { changeRoles: 'Change roles' },
  network: { save: 'Save network settings' },
  configuration: { send: 'Send configuration' },
  packages: { deploy: 'Deploy packages' },
  page: {
    title: '{{change}}: what was done',
    summary_one: '{{done, number}} of {{count, number}} done',
    summary_other: '{{done, number}} of {{count, number}} done',
    allDone: 'Everything was done.',
    someFailed: 'Not everything was done. What failed is named below; the others were changed.',
    unknown: 'For some it is not known whether the change was made. Look at the thing itself before you repeat it.',
    pending:
      'This change is still being carried out, or its process ended. After about a minute it is shown as unknown.',
    subjects: 'What was changed',
    why: 'Why',
    openRecord: 'Record {{sequence}}',
    sendNow_one: 'Send to {{count, number}} controller now',
    sendNow_other: 'Send to {{count, number}} controllers now',
    sendNowHint: 'The settings are saved. The controllers use them after they are sent.',
    deployments: 'Show the deployments',
    backToNetwork: 'Back to the network settings of the site',
    again: 'The same form, applied again, does only what is still missing.',
  },
}

export default change
