import type en from '../../en/main/catalog'
import type { Same } from '../../same'

const catalog = {
  of: 'Objets offerts par {{name}}',
  link: 'Objets offerts',
  searchHint: 'Nom, objet ou type…',
  source: 'Trouvé par',
  role: 'Rôle',
  mapped: 'Joue un rôle',
  unmapped: 'Ne joue aucun rôle',
  guess: 'Probablement',
  sure: 'Certitude',
  guessed: 'Reconnu',
  noGuess: 'Non reconnu',
  unmappedGuessed: 'Reconnus, sans rôle',
  map: 'Associer à un équipement…',
  none: 'Aucun objet ne correspond',
  empty: 'Aucun objet',
  emptyText: 'Rien n’a encore été lu sur cet automate. Un automate est parcouru une fois mis en service.',
} satisfies Same<typeof en>

export default catalog
