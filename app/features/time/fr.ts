import type { Same } from '~/i18n/same'
import type en from './en'

const time = {
  field: {
    timeZone: 'Fuseau horaire',
    autoTime: 'Par serveurs de temps',
    ntpServers: 'Serveurs de temps',
    dateTime: 'Date et heure',
  },
  autoHint: 'Sinon, la date et l’heure sont fixées à la main.',
  serversHint: 'Un à quatre noms d’hôte ou adresses IPv4, un par ligne',
  dateTimeHint: 'Locale, par exemple 2026-03-29T14:05. Seulement si l’heure est fixée à la main.',
  clock: 'Horloge de l’automate',
  right: 'elle est à l’heure',
  ahead: 'en avance de {{span}}',
  behind: 'en retard de {{span}}',
  lastSync: 'Dernière synchronisation',
  nextChange: 'Prochain passage à l’heure d’été ou d’hiver',
  title: 'Paramètres d’heure',
  of: 'Paramètres d’heure – {{name}}',
  ofMany_one: 'Paramètres d’heure de {{count, number}} automate',
  ofMany_other: 'Paramètres d’heure de {{count, number}} automates',
  keptHere: 'Dès qu’il y a des automates, leurs paramètres d’heure se trouvent ici.',
  change: 'Modifier les paramètres d’heure…',
  changeThese: 'Modifier les paramètres de la sélection…',
  choose: 'Sélectionnez les automates dont vous voulez modifier les paramètres d’heure, puis revenez ici.',
  none: 'Cet automate n’a pas de paramètres d’heure',
  noneText: 'Rien de son horloge ne peut être fixé ici.',
  send: 'Envoyer les paramètres d’heure',
  sendText:
    'Sélectionnez des automates sur la page des paramètres d’heure, ou envoyez toutes les modifications en attente. Avant tout envoi, vous voyez ce qui arrivera à chaque automate.',
  backTo: 'Retour aux paramètres d’heure du site',
  board: 'Vers les paramètres d’heure',
  back: 'Rétablir des paramètres d’heure',
  unsupported: 'il n’a pas ce paramètre',
} satisfies Same<typeof en>

export default time
