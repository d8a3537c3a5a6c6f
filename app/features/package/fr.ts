import type { Same } from '~/i18n/same'
import type en from './en'

const packages: Same<typeof en> = {
  mandatory: 'Obligatoire',
  newest: 'Version la plus récente',
  version: 'Version',
  versions: 'Versions',
  versionsOf: 'Versions – {{name}}, de la plus récente à la plus ancienne',
  architectures: 'Architectures',
  anyArchitecture: 'Toute architecture',
  needs: 'Demande',
  needsNothing: 'Rien d’autre',
  orNewer: '{{version}} ou plus récent',
  files: 'Fichiers',
  controllers: 'Automates',
  action: 'Déployer',
  deploy: 'Déployer ce paquet…',
  deployThis: 'Déployer cette version…',
  update: 'Mettre ceux-ci à la plus récente…',
  runs: 'Où il est installé : {{name}}',
  on: 'Installé sur',
  older: 'Dans une version plus ancienne',
  others: 'Dans une version hors du catalogue',
  models: 'Modèles qui peuvent l’exécuter',
  list: {
    caption: 'Paquets par nom',
    outdated: 'Automates avec des paquets à mettre à jour',
    searchHint: 'Nom ou description',
    empty: 'Il n’y a pas encore de paquets',
    publish: 'Publier des paquets',
    emptyText: 'Les paquets apparaissent ici dès que le service des paquets en propose.',
    none: 'Aucun paquet ne correspond',
  },
}

export default packages
