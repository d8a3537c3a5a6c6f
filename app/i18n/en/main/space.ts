const space = {
  kind: {
    Space: 'Space',
    Floor: 'Floor',
    Rooftop: 'Rooftop',
    Basement: 'Basement',
    Mezzanine: 'Mezzanine',
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
