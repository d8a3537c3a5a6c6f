import type { Same } from '~/i18n/same'
import type en from './en'

const building = {
  edit: 'Modifier {{name}}',
  addressHint: 'Si elle diffère de celle du site.',
  editSpaces: 'Modifier les espaces…',
  spaces: 'Espaces',
  spacesOf: 'Espaces – {{name}}',
  about: 'À propos de ce bâtiment',
  emptyTitle: 'Ce bâtiment n’a pas encore d’espace',
  emptyText: 'Commencez par ses étages ; les pièces s’y rangent.',
} satisfies Same<typeof en>

export default building
