import type en from '../../en/main/equipment'
import type { Same } from '../../same'

const equipment = {
  pointsOf: '{{pointsMapped, number}} points associés, {{pointsRequired, number}} nécessaires',
  readings: 'Points',
  about: 'À propos',
  role: 'Rôle',
  unread: 'Sur un automate qui ne peut pas être lu en ce moment',
  missing: 'Manquant',
  notMapped: 'Non associé',
  noRoles: 'Ce type d’équipement n’a aucun rôle que jouent des points.',
  type: 'Type',
  servedBy: 'Automates',
  fedBy: 'Alimenté par',
  serves: 'Dessert',
  rules: 'Règles de défaut',
  rulesReady: '{{ready, number}} sur {{total, number}} peuvent s’exécuter',
} satisfies Same<typeof en>

export default equipment
