const replacing = {
  title: 'Replace {{name}}',
  crumb: 'Replace',
  link: 'Replace…',
  old: 'The controller that goes',
  text: 'Four steps, each a change of its own. You can leave this page and come back to it at any time: it says what is done already.',
  by: 'It is replaced by',
  another: 'Choose another one',
  choose: 'The controller that takes its place',
  new: 'New controller',
  newHint: 'Of the same model at this site; those that are not onboarded yet come first.',
  restored: 'Backup to restore',
  restoredHint:
    'Once the new controller is onboarded, the next page is what restoring does to it. The steps stay at hand.',
  noBackup: 'None yet: show the steps',
  begin: 'Begin',
  none: 'No other controller of this model is at this site',
  noneText: 'Create the new controller first, in the same space. Then come back here.',
  done: 'Done',
  open: 'To do',
  doneAt: 'Done',
  onboard: {
    title: 'Onboard the new controller',
    text: 'Enter the host id and the activation code from its label.',
    done: 'The new controller is onboarded.',
  },
  template: {
    title: 'Apply a template',
    text: 'It gets the settings that all controllers of its kind share. You then send them.',
    none: 'No template of this site is for its model',
  },
  backup: {
    title: 'Restore the backup',
    text: 'It gets what the old controller ran on. That is saved and sent with one change; graphics are built and wait.',
    none: 'The old controller has no completed backup. Backups of others of its model are here.',
  },
  check: {
    title: 'Check',
    connection: 'Connection',
    last: 'The new controller runs with its settings.',
    deleteOld: 'Delete the old controller',
  },
}

export default replacing
