const space = {
  kind: {
    Space: 'Space',
    Floor: 'Floor',
    Rooftop: 'Rooftop',
    Basement: 'Basement',
    Mezzanine: 'Mezzanine',
  },
  edit: 'Edit {{name}}',
  add: 'New space inside',
  parent: 'Inside',
  noParent: 'Directly in the building',
  many: {
    title: 'Edit the spaces of {{name}}',
    short: 'Edit spaces',
    nameOf: 'Name of {{name}}',
    kindOf: 'Kind of {{name}}',
    usageOf: 'Use of {{name}}',
    plan: 'What will change in the spaces of {{name}}',
    apply_one: 'Save {{count, number}} space',
    apply_other: 'Save {{count, number}} spaces',
    gone: 'This space does not exist any more',
    overlooked: 'Somebody changed this meanwhile; this shows what is there now',
  },
  devices: 'Controllers',
  devicesIn: 'Controllers in {{name}}',
  allDevices: 'All controllers here and below',
  noDevicesTitle: 'No controllers directly in this space',
  noDevicesText: 'They may stand in the spaces inside it.',
  spaces: 'Spaces inside',
  spacesIn: 'Spaces inside {{name}}',
}

export default space
