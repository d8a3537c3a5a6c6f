import type { Same } from '~/i18n/same'
import type en from './en'

const licence = {
  title: 'Licence',
  state: { valid: 'Valide', exceeded: 'Dépassée', expired: 'Expirée', missing: 'Absente' },
  listOf: 'Licences – {{name}}',
  includes: 'Comprend',
  used: 'Utilisés',
  usedPoints: 'Points utilisés',
  maxPoints: 'Points compris',
  nearlyFull: 'Presque pleine',
  none: 'Aucune licence ne correspond',
  noneText: 'Modifiez ou effacez le filtre.',
  empty: 'Aucune licence ici',
  emptyText: 'Un automate a une licence une fois mis en service.',
  partial: 'Cette liste n’est peut-être pas complète',
  partialText:
    'Ce service ne liste pas les licences : les automates ont été interrogés un à un, autant qu’une page peut attendre.',
  for: 'Délivrée pour',
  points: 'Points',
  pointsOf: '{{used, number}} sur {{most, number}}',
  features: 'Fonctions',
  feature: {
    schedules: 'horaires',
    alarms: 'alarmes',
    historian: 'historique des valeurs',
    remoteTunneling: 'tunnels',
    mqtt: 'MQTT',
    faultDetection: 'détection des défauts',
  },
  issued: 'Délivrée le',
  ends: 'Prend fin le',
  endsSoon: 'Bientôt terminée',
  soon: 'Bientôt, {{date}}',
  endless: 'Jamais',
  issuedBy: 'Délivrée par',
  others: 'Tous les automates dans ce cas',
  unknown: 'La licence de cet automate n’est pas connue.',
  meaning: {
    exceeded:
      'Il a plus de points que sa licence n’en comprend. Aucun autre ne peut être associé tant que la licence n’est pas étendue.',
    expired: 'Sa licence est terminée. Ce qu’elle comprend peut s’arrêter jusqu’à son renouvellement.',
    missing: 'Aucune licence n’a été délivrée pour lui. Ce qui en demande une peut lui être refusé.',
  },
} satisfies Same<typeof en>

export default licence
