import type en from '../../en/main/edit'
import type { Same } from '../../same'

const edit: Same<typeof en> = {
  done: 'Enregistré',
  created: '{{name}} a été créé',
  record: 'Afficher dans le registre d’audit',
  reasonRecord: 'Rétablissement : enregistrement {{sequence}}',
  putBack:
    'Les valeurs d’avant l’enregistrement {{sequence}} sont reprises. Rien n’est modifié tant que vous n’enregistrez pas',
  sinceChanged: 'Modifié de nouveau depuis cet enregistrement, et remis en place aussi si vous enregistrez :',
  sinceNow: '{{field}} : actuellement {{value}}',
  conflict: {
    title: 'Quelqu’un d’autre a modifié ceci pendant votre saisie',
    intro:
      'Rien n’est encore enregistré. Choisissez pour chaque champ la valeur à garder ; vos autres champs restent tels que vous les avez remplis.',
    original: 'Avant :',
    yours: 'La vôtre',
    theirs: 'La leur, en vigueur maintenant',
    nothing: 'vide',
    ticked: 'coché',
    save: 'Enregistrer ce choix',
  },
}

export default edit
