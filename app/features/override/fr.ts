import type { Same } from '~/i18n/same'
import type en from './en'

const override = {
  listOf: 'Forçages – {{name}}',
  searchHint: 'Point, automate ou lieu…',
  levelAny: 'Tout sauf les valeurs réglées',
  level: { '1': 'Urgence (1)', '8': 'Forçage (8)', '16': 'Valeur réglée (16)', other: 'Autres niveaux (2–7, 9–15)' },
  held: 'Tenu par',
  holder: { ours: 'Cette console', others: 'Autres et programmes' },
  byOthers: 'Écrit ailleurs : par un autre poste ou un programme',
  other: 'Autre',
  overdue: 'En retard',
  overdueText: 'La fin est passée. L’automate ne l’a pas encore libéré ; nouvel essai jusqu’à ce qu’il réponde.',
  short: { '1': 'Urgence', '8': 'Forçage', '16': 'Valeur réglée' },
  end: 'Fin',
  endless: 'Jusqu’à libération',
  timed: 'Temporaires',
  age: 'Maintenus depuis',
  olderThan_one: 'Plus de {{count, number}} jour',
  olderThan_other: 'Plus de {{count, number}} jours',
  anybody: 'N’importe qui',
  me: 'Moi',
  since: 'Depuis',
  forgotten: 'Oubliés',
  emergencies: 'Urgences',
  mine: 'Les miens',
  clear: 'Libérer…',
  chooseAll_one: 'Le {{count, number}} qui correspond',
  chooseAll_other: 'Les {{count, number}} qui correspondent',
  clearOwn: 'Libérer tout ce que cette console tient…',
  clearAll_one: 'Libérer {{count, number}} forçage…',
  clearAll_other: 'Libérer les {{count, number}} forçages…',
  none: 'Aucun forçage ne correspond',
  empty: 'Rien n’est forcé',
  emptyText:
    'Chaque point est décidé par son programme. Ce que quelqu’un maintient manuellement ou en urgence figure ici.',
  partial: 'Ce relevé n’est peut-être pas complet',
  partialText:
    'Ce service ne sait pas lister les forçages : les points de ses 200 premiers automates ont été parcourus, et ce qui est réglé au niveau 16 n’est pas connu.',
  clearing: {
    title: 'Libérer des forçages',
    caption: 'Modifications',
    level: 'Niveau {{level}}',
    missing: 'Une partie de la sélection n’est plus maintenue.',
    apply_one: 'Libérer {{count, number}} forçage',
    apply_other: 'Libérer {{count, number}} forçages',
    none: 'Aucun forçage n’est sélectionné',
    noneText: 'La sélection n’est plus maintenue, ou rien n’a été sélectionné.',
    choose: 'Vers les forçages',
  },
} satisfies Same<typeof en>

export default override
