import type { Same } from '~/i18n/same'
import type en from './gallery.en'

const gallery = {
  title: 'Graphiques',
  text: 'Tous les graphiques de la console, avec un défaut, un horaire et des alarmes de ce client. Une telle page n’existe qu’en mode d’évaluation.',
  week: 'Semaine prévue : {{name}}',
  heat: 'Alarmes levées, par heure',
  spark: 'Alarmes de sept jours',
  alarms_one: '{{count, number}} alarme',
  alarms_many: '{{count, number}} alarmes',
  alarms_other: '{{count, number}} alarmes',
} satisfies Same<typeof en>

export default gallery
