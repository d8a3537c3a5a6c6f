import type en from '../../en/main/send'
import type { Same } from '../../same'

const send = {
  title: 'Envoyer les paramètres réseau',
  crumb: 'Envoyer',
  explain: 'Un envoi part d’une liste de contrôleurs',
  explainText:
    'Choisissez des contrôleurs sur la page réseau du site, ou envoyez tous les changements non envoyés. Avant tout envoi, vous voyez ce qui arrivera à chaque contrôleur.',
  board: 'Vers les paramètres réseau du site',
  plan: {
    caption: 'Ce que fait l’envoi, pour chaque contrôleur',
    apply_one: 'Envoyer à {{count, number}} contrôleur',
    apply_other: 'Envoyer à {{count, number}} contrôleurs',
    state: 'Envoi',
    now: 'Envoyé maintenant',
    waits: 'Attend le contrôleur, 24 heures au plus',
    missing: 'il n’est pas sur ce site, ou n’existe plus',
    notOnboarded: 'il n’est pas mis en service',
    inProgress: 'un envoi vers lui est encore en cours',
    nothingToSend: 'il a déjà tout reçu',
    drops:
      'Un changement de réseau peut couper la connexion : un contrôleur qui ne revient pas dans les 120 secondes reprend ses anciens paramètres, et l’envoi échoue.',
    cut: 'Plus de contrôleurs correspondent qu’un envoi ne peut en prendre. Voici les 500 premiers ; envoyez de nouveau pour les autres.',
  },
} satisfies Same<typeof en>

export default send
