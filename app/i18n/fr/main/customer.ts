import type en from '../../en/main/customer'
import type { Same } from '../../same'

const customer = {
  code: 'Client {{code}}',
  archived: 'Archivé',
  devices: 'Automates',
  deployments: 'Déploiements',
  history: 'Historique',
  counters: 'En bref',
  counter: {
    devices: 'Automates',
    offline: 'Hors ligne',
    notOnboarded: 'Pas encore mis en service',
    outdated: 'Avec des paquets dépassés',
    deploying: 'Déploiement en cours',
    failedDeployments: 'Dernier déploiement échoué',
  },
  places: 'Groupes de sites et sites',
  partial: 'Ce service ne sait pas compter ce que contient un lieu : certains nombres manquent.',
  emptyTitle: 'Ce client n’a pas encore de site',
  emptyText: 'Les groupes de sites et les sites apparaissent ici dès leur création.',
} satisfies Same<typeof en>

export default customer
