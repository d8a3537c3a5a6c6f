import type { Same } from '~/i18n/same'
import type en from './en'

const adminUser = {
  title: 'Administrateur',
  of: 'Administrateur – {{name}}',
  password: 'Mot de passe',
  hidden: 'Jamais affiché',
  setAt: 'Mot de passe défini',
  present: 'l’actuel',
  new: 'un nouveau',
  newPassword: 'Nouveau mot de passe',
  again: 'Répéter le mot de passe',
  neverShown: 'Il n’est affiché nulle part ensuite et ne peut pas être retrouvé.',
  rules: 'Règles du mot de passe',
  rule: { common: 'Quelque chose de difficile à deviner', reused: 'Aucun des cinq derniers de l’automate' },
  broken: 'Non respecté :',
  met: 'Respecté :',
  crumb: 'Nouveau mot de passe',
  caption: 'Modifications',
  apply: 'Définir pour {{things}}',
  applyAndSend: 'Définir et envoyer à {{things}}',
  applyAndSendSome: 'Définir pour {{things}}, envoyer à {{count, number}}',
  saved_one: 'Le mot de passe de {{count, number}} automate est défini. Il n’est pas encore envoyé.',
  saved_other: 'Le mot de passe de {{count, number}} automates est défini. Il n’est pas encore envoyé.',
  sent: 'un nouveau mot de passe',
  keptHere: 'Dès qu’il y a des automates, leurs administrateurs se trouvent ici.',
  noneHere: 'Aucun automate ici n’a d’administrateurs',
  change: 'Définir un nouveau mot de passe…',
  changeThese: 'Définir un mot de passe pour la sélection…',
  choose: 'Sélectionnez les automates qui reçoivent un nouveau mot de passe, puis revenez.',
  send: 'Envoyer les mots de passe d’administrateur',
  sendText:
    'Sélectionnez des automates sur la page des administrateurs, ou envoyez toutes les modifications en attente. Avant tout envoi, vous voyez ce qui arrivera à chaque automate.',
  backTo: 'Retour aux administrateurs du site',
  board: 'Vers les administrateurs',
} satisfies Same<typeof en>

export default adminUser
