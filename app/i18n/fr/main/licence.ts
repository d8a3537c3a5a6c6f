import type en from '../../en/main/licence'
import type { Same } from '../../same'

const licence = {
  title: 'Licence',
  state: { valid: 'Valide', exceeded: 'Dépassée', expired: 'Expirée', missing: 'Absente' },
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
  endless: 'Jamais',
  issuedBy: 'Délivrée par',
  others: 'Tous les automates dans ce cas',
  unknown: 'On ne sait rien d’une licence de cet automate.',
  meaning: {
    exceeded:
      'Il a plus de points que sa licence n’en comprend. Aucun autre ne peut être associé tant que la licence n’est pas étendue.',
    expired: 'Sa licence est terminée. Ce qu’elle comprend peut s’arrêter jusqu’à son renouvellement.',
    missing: 'Aucune licence n’a été délivrée pour lui. Ce qui en demande une peut lui être refusé.',
  },
} satisfies Same<typeof en>

export default licence
