import type en from '../../en/main/tenant'
import type { Same } from '../../same'

const tenant = {
  caption: 'Clients',
  search: 'Nom ou code',
  show: 'Afficher',
  active: 'Clients actifs',
  archived: 'Clients archivés',
  archivedBadge: 'Archivé',
  empty: 'Aucun client pour l’instant',
  emptyHint: 'Les clients de ce locataire apparaissent ici dès qu’il y en a chez qui vous pouvez entrer.',
  emptyArchived: 'Aucun client archivé',
  emptyArchivedHint: 'Un client archivé peut être lu ici ; sinon, il reste tel quel.',
  emptySearch: 'Aucun client ne correspond',
  emptySearchHint: 'Essayez un autre nom ou un autre code, ou effacez le filtre.',
  column: { customer: 'Client', code: 'Code', groups: 'Groupes de sites', sites: 'Sites', description: 'Description' },
} satisfies Same<typeof en>

export default tenant
