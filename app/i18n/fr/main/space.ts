import type en from '../../en/main/space'
import type { Same } from '../../same'

const space = {
  kind: {
    Space: 'Espace',
    Floor: 'Étage',
    Rooftop: 'Toit',
    Basement: 'Sous-sol',
    Mezzanine: 'Mezzanine',
  },
  devices: 'Automates',
  devicesIn: 'Automates dans {{name}}',
  allDevices: 'Tous les automates d’ici et d’en dessous',
  noDevicesTitle: 'Aucun automate directement dans cet espace',
  noDevicesText: 'Ils se trouvent peut-être dans les espaces qu’il contient.',
  spaces: 'Espaces contenus',
  spacesIn: 'Espaces contenus dans {{name}}',
} satisfies Same<typeof en>

export default space
