import type en from '../../en/main/site'
import type { Same } from '../../same'

const site = {
  views: {
    overview: 'Aperçu',
    devices: 'Automates',
    network: 'Réseau',
  },
  archived: 'Archivé',
  deploy: 'Déployer des paquets…',
  history: 'Historique',
  about: 'À propos de ce site',
  buildings: 'Bâtiments',
  buildingsOf: 'Bâtiments de {{name}}',
  emptyTitle: 'Ce site n’a pas encore de bâtiment',
  emptyText: 'Les bâtiments apparaissent ici dès leur création.',
  address: 'Adresse',
  usageName: 'Usage',
  size: 'Superficie',
  coordinates: 'Latitude, longitude',
  timeZone: 'Fuseau horaire',
  timeThere: '{{zone}}, il est {{time}}',
  devicesOffline_one: '{{count, number}} automate, {{offline, number}} hors ligne',
  devicesOffline_other: '{{count, number}} automates, {{offline, number}} hors ligne',
  places: {
    sites: 'Sites',
    buildings: 'Bâtiments',
    spaces: 'Espaces',
    devices: 'Automates',
    offline: 'Hors ligne',
  },
  usage: {
    Unassigned: 'Non attribué',
    Office: 'Bureaux',
    Retail: 'Commerce',
    Healthcare: 'Santé',
    DataCentre: 'Centre de données',
    Education: 'Enseignement',
    Mixed: 'Usage mixte',
  },
} satisfies Same<typeof en>

export default site
