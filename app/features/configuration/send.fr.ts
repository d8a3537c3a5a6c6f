import type { Same } from '~/i18n/same'
import type en from './send.en'

const send = {
  crumb: 'Envoyer',
  explain: 'Un envoi part d’une liste d’automates',
  kindsText:
    'Sélectionnez des automates sur la page de la configuration. Avant tout envoi, vous voyez ce qui arrivera à chacun.',
  first: {
    title: 'Quelques-uns d’abord',
    label: 'Envoyer d’abord à',
    hint: 'Les autres sont offerts une fois ceux-ci revenus.',
    all: 'Tous',
    count_one: '{{count, number}} automate',
    count_other: '{{count, number}} automates',
    note: 'Seuls les premiers reçoivent l’envoi maintenant. Les autres attendent que vous poursuiviez.',
  },
  held: {
    well_one: 'Les premiers sont revenus : {{count, number}} automate attend cet envoi',
    well_other: 'Les premiers sont revenus : {{count, number}} automates attendent cet envoi',
    running_one: '{{count, number}} automate attend que les premiers soient revenus',
    running_other: '{{count, number}} automates attendent que les premiers soient revenus',
    failed_one: 'Un des premiers a échoué : {{count, number}} automate attend. Voyez pourquoi avant de poursuivre.',
    failed_other:
      'Un des premiers a échoué : {{count, number}} automates attendent. Voyez pourquoi avant de poursuivre.',
    goOn_one: 'Poursuivre avec {{count, number}} automate',
    goOn_other: 'Poursuivre avec {{count, number}} automates',
  },
  left: {
    title_one: '{{count, number}} automate est seulement enregistré : cet envoi ne l’a pas atteint',
    title_other: '{{count, number}} automates sont seulement enregistrés : cet envoi ne les a pas atteints',
    part: 'Il peut y en avoir d’autres.',
  },
  cancel: {
    button: 'Annuler l’envoi…',
    these: 'Annuler les envois de la sélection…',
    caption: 'Modifications',
    apply_one: 'Annuler {{count, number}} envoi',
    apply_other: 'Annuler {{count, number}} envois',
    text: 'Un envoi qu’aucun automate n’a encore pris est abandonné, et compte comme un échec. Ce qui devait être envoyé reste enregistré : il peut être envoyé de nouveau à tout moment.',
    running: 'il est déjà en train de prendre l’envoi',
    nothing: 'aucun envoi ne l’attend',
    notOffered: 'ce service ne sait pas annuler un envoi : il prend fin de lui-même au bout de 24 heures',
    since: 'En attente depuis',
    until: 'Expire le',
    choose: 'Sélectionnez les automates dont vous voulez annuler l’envoi, puis revenez.',
  },
  plan: {
    caption: 'Paramètres en service et enregistrés, pour chaque automate',
    apply: 'Envoyer à {{things}}',
    state: 'Envoi',
    missing: 'introuvable ici',
    notOnboarded: 'il n’est pas mis en service',
    inProgress: 'un envoi vers lui est encore en cours',
    nothingToSend: 'il a déjà tout reçu',
    runsWithIt: 'il fonctionne déjà avec tout cela, et le reçoit de nouveau',
    notOnRecord:
      'ce qui a changé depuis son dernier envoi n’est pas consigné ici : tous les paramètres enregistrés sont envoyés',
  },
} satisfies Same<typeof en>

export default send
