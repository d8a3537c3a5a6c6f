const replacing = {
  title: 'Replace {{name}}',
  crumb: 'Replace',
  link: 'Replace…',
  old: 'Old controller',
  text: 'Four steps, each a separate change. You can leave this page and come back at any time: it shows which steps are done.',
  by: 'Replaced by',
  another: 'Choose another one',
  choose: 'Replacement controller',
  new: 'New controller',
  newHint: 'Of the same model at this site; those that are not onboarded yet come first.',
  restored: 'Backup to restore',
  restoredHint:
    'Once the new controller is onboarded, the next page shows what restoring changes. You can come back to the steps.',
  noBackup: 'None yet: show the steps',
  begin: 'Start',
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
    text: 'It gets what the old controller ran on, saved and sent with one change. Graphics are built and wait to be sent.',
    none: 'The old controller has no completed backup. Backups of others of its model are here.',
  },
  check: {
    title: 'Check',
    connection: 'Connection',
    last: 'The new controller runs its settings.',
    deleteOld: 'Delete the old controller',
  },
}

export default replacing
