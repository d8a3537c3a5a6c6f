import type { Same } from '~/i18n/same'
import type en from './en'

const model: Same<typeof en> = {
  kind: 'Modèle d’automate',
  count_one: '{{count, number}} modèle',
  count_other: '{{count, number}} modèles',
  type: 'Type',
  emptyTitle: 'Aucun modèle d’automate',
  emptyText: 'Le service des produits n’en connaît aucun pour le moment.',
  noneTitle: 'Aucun modèle de cette plateforme',
  noneText: 'Choisissez une autre plateforme, ou effacez le filtre pour voir tous les modèles.',
  about: 'À propos de ce modèle',
  module: 'Extension',
  subnet: 'Sous-réseau',
  features: 'Fonctions de la licence',
  uukl: 'Homologué UUKL (contrôle des fumées)',
  hostIdPattern: 'Forme des identifiants d’hôte',
  erpId: 'Numéro de commande',
  documentation: 'Fiche technique',
  software: 'Logiciels',
  softwareOf: 'Logiciels – {{type}}',
  supported: 'Pris en charge',
  notSupported: 'Non pris en charge',
  because: {
    architecture: 'Il n’y a pas de fichier pour son architecture.',
    model: 'Ce modèle ne le prend pas en charge.',
  },
  newest: 'Version la plus récente',
  noPackagesText: 'Le service des paquets n’en connaît aucun pour le moment.',
  where: 'Où il est en service',
  whereOf: 'Clients avec des automates de type {{type}}',
  nowhereTitle: 'Aucun client ici',
  nowhereText: 'Seuls les clients de cette organisation que vous pouvez voir sont montrés, et il n’y en a aucun.',
}

export default model
