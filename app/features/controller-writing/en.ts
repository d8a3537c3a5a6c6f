/** Texts of the switch for writing to a controller. */
export default {
  title: 'Writing to {{name}}',
  caption: 'Writing to {{name}}',
  writing: 'Writing',
  scope: {
    off: 'Off: the controller is only read',
    all: 'On, for every object that can be commanded',
    some: 'On, for the objects named below',
  },
  objects: 'Objects that may be written',
  objectsHint: 'One per line, by type and instance, such as analogValue 3. Only for the third choice.',
  warning: 'What writing allows',
  text: 'People with the right to override can then command this equipment, at priority 8, 1 or 16 and no other; people who may edit schedules can change its weeks and calendars. Overrides stay on the controller until they end or are released; while one is held, writing cannot be switched off.',
  last: 'Changed last by {{by}}: {{reason}}',
  apply: 'Change writing',
  on: 'Writing to this controller is on',
  onSome: 'Writing to this controller is on for some objects',
  off: 'Writing to this controller is off',
  offText:
    'It is read only. Its points cannot be overridden from here, and an alarm is acknowledged here, not at the controller.',
  offMay: 'A tenant or customer administrator can switch writing on.',
  unsupported: 'The link to this controller cannot write.',
  change: 'Change writing',
}
