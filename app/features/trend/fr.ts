import type { Same } from '~/i18n/same'
import type en from './en'

const trend = {
  of: 'Tendances – {{name}}',
  without: 'Sans {{name}}',
  none: 'Aucun point sélectionné',
  noneText:
    'Cochez jusqu’à {{most, number}} points dans une liste de points, puis « Afficher les tendances » ; ou ouvrez un point, puis ses tendances. L’adresse de cette page peut être envoyée à un collègue.',
  show: 'Afficher les tendances',
  tooMany_one: '{{count, number}} point est sélectionné : les {{most, number}} premiers sont affichés',
  tooMany_many: '{{count, number}} points sont sélectionnés : les {{most, number}} premiers sont affichés',
  tooMany_other: '{{count, number}} points sont sélectionnés : les {{most, number}} premiers sont affichés',
  tooManyText:
    'Ce sont les premiers dans l’ordre de la liste. Pour voir les autres, revenez-y et sélectionnez moins de points.',
  toPoints: 'Aller aux points',
  inRules: 'Selon les règles de défaut',
  inRulesText:
    'Ce service ne garde pas de tendances des points. Ce qui est montré est ce qu’il garde pour les règles qui les regardent.',
  unkept_one: 'Rien n’est gardé de {{count, number}} point : aucune règle ne le regarde.',
  unkept_many: 'Rien n’est gardé de {{count, number}} points : aucune règle ne les regarde.',
  unkept_other: 'Rien n’est gardé de {{count, number}} points : aucune règle ne les regarde.',
  unkeptTitle: 'Non conservé par l’automate',
  unkeptSpan: '{{when}} : {{reason}}',
  unkeptOf: '{{span}} ({{names}})',
  unkeptReason: {
    off: 'historique désactivé',
    notChosen: 'point non retenu dans l’historique',
    forgotten: 'valeurs plus anciennes que la durée de conservation',
  },
  unkeptMore_one: '{{count, number}} autre période',
  unkeptMore_many: '{{count, number}} autres périodes',
  unkeptMore_other: '{{count, number}} autres périodes',
  notKept: 'Aucune tendance',
  notKeptText: 'Ce service ne garde aucune tendance de ces points dans cette fenêtre.',
} satisfies Same<typeof en>

export default trend
