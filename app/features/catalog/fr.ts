import type { Same } from '~/i18n/same'
import type en from './en'

const catalog = {
  of: 'Objets – {{name}}',
  link: 'Objets',
  searchHint: 'Nom, objet ou type…',
  source: 'Trouvé par',
  role: 'Rôle',
  mapped: 'Associé',
  unmapped: 'Non associé',
  guess: 'Rôle suggéré',
  sure: 'Certitude',
  guessed: 'Reconnu',
  noGuess: 'Non reconnu',
  unmappedGuessed: 'Reconnus, non associés',
  map: 'Associer à un équipement…',
  none: 'Aucun objet ne correspond',
  empty: 'Aucun objet',
  emptyText: 'Rien n’a encore été lu sur cet automate. Ses objets sont lus une fois qu’il est mis en service.',
} satisfies Same<typeof en>

export default catalog
