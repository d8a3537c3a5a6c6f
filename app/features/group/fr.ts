import type { Same } from '~/i18n/same'
import type en from './en'

const group = {
  edit: 'Modifier {{name}}',
  devices: 'Automates du groupe',
  sites: 'Sites – {{name}}',
  emptyTitle: 'Ce groupe n’a aucun site',
  emptyText: 'Sélectionnez des sites dans la liste de tous les sites et placez-les ici.',
  chooseSites: 'Sélectionner des sites à placer ici',
} satisfies Same<typeof en>

export default group
