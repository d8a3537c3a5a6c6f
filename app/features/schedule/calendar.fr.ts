import type { Same } from '~/i18n/same'
import type en from './calendar.en'

const calendar = {
  one: 'Calendrier',
  all: 'Calendriers',
  allOf: 'Calendriers – {{name}}',
  titleOf: '{{name}} – {{of}}',
  new: 'Créer un calendrier',
  newOf: 'Créer un calendrier – {{name}}',
  editOf: 'Modifier {{name}}',
  delete: 'Supprimer…',
  days: 'Jours',
  entries: 'Entrées',
  uses: 'Exceptions qui s’y réfèrent',
  notUsed: 'Aucune exception ne s’y réfère.',
  noDays: 'Aucun jour pour l’instant.',
  none: 'Aucun calendrier',
  noneText: 'Un calendrier réunit des jours que partagent les exceptions de plusieurs horaires.',
  another: 'Un ou plusieurs autres jours',
  add: 'Ajouter',
  addDay: 'Ajouter le {{day}}',
  removeDay: 'Retirer le {{day}}',
  pickDay: 'Choisissez un jour pour l’ajouter, ou un jour seul pour le retirer.',
  caption: 'Modifications',
  save: 'Enregistrer le calendrier',
  inUse: 'Des exceptions s’y réfèrent : elles ne tomberaient plus aucun jour',
  deletionText: 'Ses jours sont perdus pour de bon. Aucun horaire ne s’y réfère : aucun ne change.',
  note: { used: 'Des exceptions s’y réfèrent : elles tombent désormais les jours qu’il contient.' },
} satisfies Same<typeof en>

export default calendar
