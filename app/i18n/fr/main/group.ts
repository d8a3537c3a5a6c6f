import type en from '../../en/main/group'
import type { Same } from '../../same'

const group = {
  edit: 'Modifier {{name}}',
  devices: 'Automates du groupe',
  sites: 'Sites – {{name}}',
  emptyTitle: 'Ce groupe n’a aucun site',
  emptyText: 'Sélectionnez des sites dans la liste de tous les sites et placez-les ici.',
  chooseSites: 'Sélectionner des sites à placer ici',
} satisfies Same<typeof en>

export default group
