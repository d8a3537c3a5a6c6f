import type { Same } from '~/i18n/same'
import type en from './en'

const space = {
  kind: {
    Space: 'Espace',
    Floor: 'Étage',
    Rooftop: 'Toit',
    Basement: 'Sous-sol',
    Mezzanine: 'Mezzanine',
  },
  edit: 'Modifier {{name}}',
  add: 'Créer un espace à l’intérieur',
  parent: 'Contenu dans',
  noParent: 'Directement dans le bâtiment',
  many: {
    title: 'Modifier les espaces – {{name}}',
    short: 'Modifier les espaces',
    nameOf: 'Nom – {{name}}',
    kindOf: 'Sorte – {{name}}',
    usageOf: 'Usage – {{name}}',
    putBack:
      'Les valeurs d’avant la modification sont inscrites ; ce qui a été modifié depuis reste tel quel. Rien n’est enregistré avant que vous appliquiez le plan.',
    plan: 'Modifications des espaces – {{name}}',
    apply_one: 'Enregistrer {{count, number}} espace',
    apply_other: 'Enregistrer {{count, number}} espaces',
    gone: 'Cet espace n’existe plus',
    overlooked: 'Quelqu’un l’a modifié entre-temps ; l’état actuel est affiché',
  },
  alarms_one: '{{count, number}} alarme active',
  alarms_other: '{{count, number}} alarmes actives',
  faults_one: '{{count, number}} défaut actif',
  faults_other: '{{count, number}} défauts actifs',
  devices: 'Automates',
  devicesIn: 'Automates dans {{name}}',
  allDevices: 'Tous les automates d’ici et d’en dessous',
  noDevicesTitle: 'Aucun automate directement dans cet espace',
  noDevicesText: 'Ils se trouvent peut-être dans les espaces qu’il contient.',
  spaces: 'Espaces contenus',
  spacesIn: 'Espaces contenus dans {{name}}',
} satisfies Same<typeof en>

export default space
