import type en from '../../en/main/building'
import type { Same } from '../../same'

const building = {
  devices: 'Automates du bâtiment',
  spaces: 'Espaces',
  spacesOf: 'Espaces de {{name}}',
  about: 'À propos de ce bâtiment',
  emptyTitle: 'Ce bâtiment n’a pas encore d’espace',
  emptyText: 'Les étages et les pièces apparaissent ici dès leur création.',
} satisfies Same<typeof en>

export default building
