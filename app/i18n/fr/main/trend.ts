import type en from '../../en/main/trend'
import type { Same } from '../../same'

const trend = {
  of: 'Tendances de {{name}}',
  without: 'Sans {{name}}',
  none: 'Aucun point choisi',
  noneText: 'La page d’un point mène ici; l’adresse en porte vingt au plus.',
  notKept: 'Aucune tendance',
  notKeptText: 'Ce serveur ne garde aucune tendance de ces points dans cette fenêtre.',
} satisfies Same<typeof en>

export default trend
