import type { Same } from '~/i18n/same'
import type en from './edit.en'

const scheduleEdit = {
  open: 'Modifier',
  titleOf: 'Modifier {{name}}',
  caption: 'Modifications',
  part: 'Partie de l’horaire',
  save: 'Enregistrer l’horaire',
  week: 'Semaine',
  weekHint:
    'Le début compte, la fin non. Écrivez les heures comme 06:30 ; une journée finit à 24:00. Ce pour quoi rien n’est prévu reste à la valeur ci-dessus.',
  priorityHint:
    'De 1 à 16 ; 1 est la plus forte. Les opérateurs forcent au niveau 8 : de 9 à 16, ils en restent libres.',
  addInterval: 'Ajouter une plage',
  copyTo: 'Copier vers d’autres jours…',
  copy: 'Copier',
  remove: 'Retirer',
  splitNight: 'Couper à minuit',
  addException: 'Ajouter une exception',
  exceptionHint:
    'Sans plage, toute la journée reste à la valeur par défaut. Là où une valeur cède la place, la semaine décide.',
  close: 'Terminé',
  keep: 'La garder',
  goes: '{{exception}} sera retirée',
  exceptionNamed: 'Exception « {{name}} »',
  noInterval: 'Rien de prévu',
  targetsHint: 'Les objets dans lesquels il écrit. Laissez l’automate vide pour ceux du sien.',
  addTarget: 'Ajouter un objet',
  rowOf: '{{part}}, plage {{number}}',
  targetOf: 'Objet {{number}}',
  problemAt: '{{input}} : {{problem}}',
  inputOf: '{{part}}, ligne {{number}}, {{input}}',
  input: {
    start: 'De',
    end: 'À',
    value: 'Valeur',
    type: 'Objet',
    instance: 'Numéro',
    device: 'Automate',
  },
  setting: {
    name: 'Nom',
    description: 'Description',
    start: 'En vigueur à partir du',
    end: 'En vigueur jusqu’au',
    scheduleDefault: 'Valeur par défaut',
    priorityForWriting: 'Priorité d’écriture',
    outOfService: 'Hors service',
  },
  note: {
    sentAgain: 'Rien n’y change. Les horaires de l’automate lui sont envoyés de nouveau, tels qu’ils figurent ici.',
    strong: 'À cette priorité, les opérateurs, qui forcent au niveau 8, ne peuvent pas forcer l’horaire.',
    changedThere:
      'Les horaires ont été modifiés sur l’automate lui-même. Ce qui est enregistré ici remplace ce qui s’y trouve.',
    replacesWaiting: 'Ce qui a été enregistré avant n’est pas encore parvenu à l’automate. Ceci prend sa place.',
  },
} satisfies Same<typeof en>

export default scheduleEdit
