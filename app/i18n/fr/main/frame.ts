import type en from '../../en/main/frame'
import type { Same } from '../../same'

const frame = {
  skipToContent: 'Aller au contenu',
  skipToNavigation: 'Aller à la navigation',
  skipToTree: 'Aller à l’arborescence des sites',
  home: 'Plantroom, accueil',
  menu: 'Menu',
  group: { watch: 'Surveillance', places: 'Lieux', changes: 'Changer', govern: 'Gouverner' },
  navigation: 'Navigation principale',
  breadcrumb: 'Où vous êtes',
  tree: 'Arborescence des sites',
  treeMore: 'Plus…',
  treeBelow: 'Contenu de {{name}}',
  views: 'Vues de {{name}}',
  person: 'Vous : {{name}}',
  personMenu: 'Votre menu',
  profile: 'Votre profil',
  signOut: 'Se déconnecter',
  signIn: 'Se connecter',
  language: 'Langue',
  switchPlace: 'Changer d’organisation ou de client',
  tenant: 'Organisation : {{name}}',
  customer: 'Client : {{name}}',
  printedBy: 'Plantroom, pour {{name}}',
  search: 'Rechercher',
  searchHint: 'Nom, hôte, numéro de série…',
  evaluation: 'Mode d’évaluation : les services et les automates sont simulés sur cette machine.',
  evaluationName: 'Mode d’évaluation',
  requestId: 'Requête {{id}}',
  version: 'Version {{version}}',
} satisfies Same<typeof en>

export default frame
