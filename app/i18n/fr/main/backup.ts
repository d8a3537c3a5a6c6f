import type en from '../../en/main/backup'
import type { Same } from '../../same'

const backup = {
  none: 'Aucune sauvegarde',
  noneWithTemplate:
    'La sauvegarde d’un automate se fait sur la page de l’automate, et elle est gardée avec un gabarit de son site.',
  state: { queued: 'En attente', running: 'En cours', completed: 'Terminée', failed: 'Échouée' },
} satisfies Same<typeof en>

export default backup
