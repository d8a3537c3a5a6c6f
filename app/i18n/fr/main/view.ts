import type en from '../../en/main/view'
import type { Same } from '../../same'

const view = {
  tenants: 'Organisations',
  customers: 'Clients',
  customer: 'Aperçu',
  place: 'Aperçu',
  device: 'Aperçu',
  equipment: 'Aperçu',
  alarms: 'Alarmes',
  faults: 'Défauts',
  rules: 'Règles',
  coverage: 'Couverture',
  sites: 'Sites',
  devices: 'Automates',
  points: 'Points',
  configuration: 'Configuration',
  network: 'Réseau',
  time: 'Heure',
  bacnet: 'BACnet',
  templates: 'Gabarits',
  adminUser: 'Administrateur',
  graphics: 'Graphiques',
  packages: 'Paquets',
  deployments: 'Déploiements',
  schedules: 'Horaires',
  scheduleDay: 'Ce qui se passe un jour',
  onboarding: 'Mise en service',
  tunnels: 'Tunnels',
  search: 'Recherche',
  map: 'Carte des sites',
  models: 'Modèles d’automates',
  users: 'Personnes',
  trail: 'Registre d’audit',
  operator: 'Exploitation',
} satisfies Same<typeof en>

export default view
