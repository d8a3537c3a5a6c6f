/** Textes des agents d’un site. */
import type { Same } from '~/i18n/same'
import type en from './en'

export default {
  of: 'Agents de site de {{name}}',
  empty: 'Aucun agent de site',
  emptyText:
    'Un agent de site est un programme dans la salle technique. Il joint les automates sur place et se connecte à cette installation, qui n’a besoin d’aucun accès au site.',
  nameHint: 'Par exemple l’endroit où se trouve sa machine.',
  state: {
    keyless: 'Sans clé',
    waiting: 'Pas encore connecté',
    connected: 'Connecté',
    silent: 'Non connecté',
  },
  edit: 'Modifier {{name}}',
  lastContact: 'Dernier contact',
  version: 'Version',
  backlog: 'En attente chez l’agent',
  backlogShort: 'En attente',
  messages_one: '{{count, number}} message',
  messages_many: '{{count, number}} messages',
  messages_other: '{{count, number}} messages',
  since: 'depuis',
  connection: 'Connexion',
  notAccepted: 'Les agents de site ne peuvent pas se connecter à cette installation',
  notAcceptedText: 'Son exploitant définit le port où ils se connectent :',
  reachedBy: 'Joint par',
  reachedByHint: 'Les adresses ci-dessous sont celles de cette machine.',
  reachedByThis: 'Cette installation',
  next: {
    keyless: 'Il n’a pas de clé',
    keylessText: 'Délivrez une clé, puis démarrez l’agent avec elle.',
    waiting: 'Il ne s’est pas encore connecté',
    waitingText: 'Démarrez l’agent avec sa clé sur une machine du site. Cette page l’indique dès qu’il se connecte.',
    silent: 'Il n’est pas connecté',
    silentText:
      'Il continue de suivre ses automates et transmet ses mesures dès qu’il se reconnecte. D’ici là, rien ne peut y être modifié.',
  },
  key: {
    one: 'Clé',
    title: 'Une clé pour {{name}}',
    issue: 'Délivrer une clé',
    replace: 'Remplacer la clé',
    issuedAt: 'Clé délivrée',
    valid: 'Délivrée',
    none: 'Aucune',
    text: 'Copiez cette clé maintenant : elle n’est affichée qu’ici et n’est conservée nulle part. Donnez-la à l’agent par AGENT_KEY, ou dans un fichier nommé par AGENT_KEY_FILE.',
    use: 'Je l’ai copiée : utiliser cette clé',
    copied:
      'La clé que vous avez copiée auparavant. Elle n’est plus affichée : si vous ne l’avez pas, prenez-en une autre.',
    useCopied: 'Utiliser la clé que j’ai copiée',
    another: 'Afficher une autre clé',
    replaces: 'Elle remplace la clé actuelle',
    replacesText: 'La connexion de l’agent prend fin aussitôt ; il se reconnecte dès qu’il a la nouvelle clé.',
  },
  revocation: {
    short: 'Révoquer la clé',
    title: 'Révoquer la clé de {{name}}',
    warning: 'L’agent est coupé',
    text: 'Sa connexion prend fin aussitôt et il cesse de suivre ses automates. Ce qui attend chez l’agent n’est transmis que lorsqu’il a une autre clé.',
  },
  deletion: {
    inUse: 'Il joint encore un réseau de ce site.',
    text: 'Sa clé n’est plus valable.',
  },
} satisfies Same<typeof en>
