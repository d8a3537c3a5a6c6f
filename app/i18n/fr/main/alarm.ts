import type en from '../../en/main/alarm'
import type { Same } from '../../same'

const alarm = {
  listOf: 'Alarmes de {{name}}',
  searchHint: 'Message, automate, identifiant…',
  severity: 'Gravité',
  message: 'Message',
  where: 'Où',
  since: 'Depuis',
  acknowledgement: 'Acquittement',
  facets: 'Nombre d’alarmes de chaque sorte',
  point: 'Point',
  value: 'Valeur',
  unit: 'Unité',
  note: 'Note',
  returnedAt: 'Retour à la normale',
  acknowledgedAt: 'Acquittée le',
  occurrences: 'Occurrences',
  from: 'Apparue à partir du',
  to: 'Apparue jusqu’au',
  returned: '{{severity}}, terminée',
  state: { active: 'Active', normal: 'Revenue à la normale' },
  ack: {
    unacknowledged: 'Non acquittée',
    acknowledged: 'Acquittée',
    notRequired: 'Sans objet',
  },
  kind: {
    lifeSafetyAlarm: 'Sécurité des personnes',
    fault: 'Défaut',
    offnormal: 'Anormal',
    highLimit: 'Au-dessus de la limite',
    lowLimit: 'Sous la limite',
  },
  following: {
    offline_one: '{{count, number}} alarme pendant qu’il ne répondait pas',
    offline_other: '{{count, number}} alarmes pendant qu’il ne répondait pas',
    parent_one: '{{count, number}} alarme qui en découle',
    parent_other: '{{count, number}} alarmes qui en découlent',
  },
  noneTitle: 'Aucune alarme ne correspond',
  noneText: 'Changez les filtres, ou affichez toutes les alarmes.',
  emptyTitle: 'Il n’y a aucune alarme ici',
  emptyText: 'Rien de ce qui est conservé n’est apparu ici.',
  partialTitle: 'Cette liste n’est peut-être pas complète',
  partialText:
    'Cet espace compte plus d’automates qu’on ne peut en interroger à la fois : seuls les 500 premiers l’ont été.',
} satisfies Same<typeof en>

export default alarm
