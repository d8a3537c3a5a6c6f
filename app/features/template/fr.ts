import type { Same } from '~/i18n/same'
import type en from './en'

const template = {
  of: 'Gabarits – {{name}}',
  edit: 'Modifier {{name}}',
  model: 'Modèle d’automate',
  modelHint: 'Il n’est offert qu’aux automates de ce modèle.',
  anyModel: 'Tout modèle',
  holds: 'Paramètres de',
  section: { time: 'Heure', bacnet: 'BACnet', network: 'Réseau', users: 'Utilisateurs' },
  users: 'Les utilisateurs en font partie',
  usersHint: 'Un gabarit ne contient jamais de mot de passe : qui l’applique définit celui de chaque automate.',
  onlyFilled:
    'Un gabarit change ce qui est rempli et laisse tout le reste tel quel. Ce qui n’appartient qu’à un seul automate, comme son adresse, son nom et son numéro d’instance, n’en fait jamais partie.',
  notInIt: 'Non inclus',
  searchHint: 'Nom, description ou modèle d’automate',
  appliedTo: 'Appliqué à',
  backups: 'Sauvegardes',
  by: 'Par',
  created: 'Créé',
  updated: 'Dernière modification',
  about: 'À propos de ce gabarit',
  none: 'Aucun gabarit ne correspond',
  empty: 'Ce site n’a aucun gabarit',
  emptyText:
    'Un gabarit garde des paramètres sous un nom : tous les automates du site peuvent recevoir les mêmes, et un nouveau les reçoit quand il en remplace un autre.',
  holdsNothing: 'Ce gabarit ne contient aucun paramètre',
  notApplied: 'Il n’a été appliqué à aucun automate',
  notAppliedText: 'Ce qui a été appliqué, à quel automate, quand et par qui est gardé ici.',
  result: {
    succeed: 'Appliqué',
    restored: 'Sauvegarde restaurée',
    done: 'Enregistré',
    failed: 'Échoué',
    refused: 'Refusé',
    unknown: 'Inconnu',
  },
  from: {
    title: 'À partir d’un automate',
    text: 'Remplit le formulaire ci-dessous avec ce qui est enregistré pour l’automate. Vous pouvez encore tout changer.',
    fill: 'Remplir à partir de lui',
    done: 'Rempli à partir de l’automate {{name}}',
    doneText:
      'Son adresse, son nom, son numéro d’instance et ses mots de passe ont été laissés de côté : ils n’appartiennent qu’à cet automate.',
  },
  deletion: {
    text: 'Les automates auxquels il a été appliqué gardent leurs paramètres. Il ne peut pas être rétabli.',
    backups_one: '{{count, number}} sauvegarde gardée avec lui disparaît aussi.',
    backups_other: '{{count, number}} sauvegardes gardées avec lui disparaissent aussi.',
  },
  apply: {
    title: 'Appliquer {{name}}',
    short: 'Appliquer',
    text: 'Sélectionnez les automates. Vous voyez ensuite ce qui change pour chacun, avant tout enregistrement. Rien n’est envoyé.',
    apply_one: 'Enregistrer sur {{count, number}} automate',
    apply_other: 'Enregistrer sur {{count, number}} automates',
    sections: 'Paramètres à appliquer',
    otherModel: 'il est d’un autre modèle que celui du gabarit',
    unsupported: 'son protocole ne permet pas d’envoyer ces paramètres',
    users: 'Les utilisateurs font partie de ce gabarit : définissez ensuite le mot de passe de ces automates.',
    nothing: 'Il n’y a rien à appliquer : ce gabarit ne contient aucun paramètre',
    back: 'Retour au gabarit',
    none: 'Aucun automate ne correspond',
    empty: 'Ce site n’a aucun automate du modèle de ce gabarit',
    emptyText: 'Dès qu’il y en a un, le gabarit peut lui être appliqué.',
  },
} satisfies Same<typeof en>

export default template
