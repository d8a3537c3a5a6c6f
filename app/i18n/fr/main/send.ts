import type en from '../../en/main/send'
import type { Same } from '../../same'

const send = {
  crumb: 'Envoyer',
  explain: 'Un envoi part d’une liste d’automates',
  kindsText:
    'Choisissez des automates sur la page de la configuration. Avant tout envoi, vous voyez ce qui arrivera à chacun.',
  plan: {
    caption: 'Ce que fait l’envoi, pour chaque automate : ce avec quoi il fonctionne, et ce qui est enregistré',
    apply_one: 'Envoyer à {{count, number}} automate',
    apply_other: 'Envoyer à {{count, number}} automates',
    state: 'Envoi',
    missing: 'il n’a pas sa place ici, ou n’existe plus',
    notOnboarded: 'il n’est pas mis en service',
    inProgress: 'un envoi vers lui est encore en cours',
    nothingToSend: 'il a déjà tout reçu',
    runsWithIt: 'il fonctionne déjà avec tout cela, et le reçoit de nouveau',
    notOnRecord:
      'ce qui a changé depuis son dernier envoi n’est pas consigné ici : tous les paramètres enregistrés sont envoyés',
  },
} satisfies Same<typeof en>

export default send
