const backup = {
  none: 'No backups',
  noneWithTemplate:
    'A backup of a controller is taken on the page of the controller, and kept with a template of its site.',
  state: { queued: 'Queued', running: 'Running', completed: 'Completed', failed: 'Failed' },
}

export default backup
