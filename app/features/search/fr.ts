import type { Same } from '~/i18n/same'
import type en from './en'

const search: Same<typeof en> = {
  titleOf: 'Recherche de « {{words}} »',
  words: 'Nom, chemin, identifiant d’hôte, numéro de série ou adresse',
  hint: 'Deux lettres au moins. L’adresse de cette page peut être envoyée à un collègue.',
  kind: 'Type',
  kinds: 'Types de ce qui a été trouvé pour « {{words}} »',
  kindOf: {
    group: 'Groupes de sites',
    site: 'Sites',
    building: 'Bâtiments',
    space: 'Espaces',
    device: 'Automates',
    equipment: 'Équipements',
    project: 'Projets',
    point: 'Points',
  },
  allResults: 'Tous les résultats pour « {{words}} »',
  matched: '{{field}} {{value}}',
  watched: 'En cours :',
  path: 'Emplacement',
  match: 'Correspondance',
  caption: 'Trouvé pour « {{words}} »',
  empty: 'Rien ne correspond chez ce client.',
  emptyHint: 'Utilisez moins de mots ou des mots plus courts.',
  emptyTenant: 'Rien ne correspond chez les clients que vous voyez.',
  wider: 'Chercher chez tous les clients que vous voyez',
  many: '{{matching}} correspondent. Ajoutez des mots ou choisissez un type.',
  partial:
    'Ce service ne sait pas chercher. Les groupes, sites, projets graphiques et automates ont été parcourus ; les bâtiments, les espaces, les équipements et les points manquent.',
  partialCustomers:
    'Seuls les {{count}} premiers clients ont été parcourus ; cherchez chez un client pour voir les autres.',
  field: {
    name: 'Nom',
    hostId: 'Identifiant d’hôte',
    serialNumber: 'Numéro de série',
    macAddress: 'Adresse MAC',
    address: 'Adresse',
    objectName: 'Objet sur l’automate',
    label: 'Libellé',
    path: 'Chemin',
  },
}

export default search
