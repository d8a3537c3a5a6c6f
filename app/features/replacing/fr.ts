import type { Same } from '~/i18n/same'
import type en from './en'

const replacing = {
  title: 'Remplacer {{name}}',
  crumb: 'Remplacer',
  link: 'Remplacer…',
  old: 'Ancien automate',
  text: 'Quatre étapes, dont chacune est une modification à part. Vous pouvez quitter cette page et y revenir à tout moment : elle dit ce qui est déjà fait.',
  by: 'Remplacé par',
  another: 'En choisir un autre',
  choose: 'Automate de remplacement',
  new: 'Nouvel automate',
  newHint: 'Du même modèle sur ce site ; ceux qui ne sont pas encore mis en service viennent en premier.',
  restored: 'Sauvegarde à restaurer',
  restoredHint:
    'Une fois le nouvel automate mis en service, la page suivante dit ce que la restauration lui fait. Les étapes restent à portée.',
  noBackup: 'Aucune pour l’instant : montrer les étapes',
  begin: 'Commencer',
  none: 'Aucun autre automate de ce modèle n’est sur ce site',
  noneText: 'Créez d’abord le nouvel automate, dans le même espace. Revenez ensuite ici.',
  done: 'Fait',
  open: 'À faire',
  doneAt: 'Fait',
  onboard: {
    title: 'Mettre en service le nouvel automate',
    text: 'Saisissez l’identifiant d’hôte et le code d’activation de son étiquette.',
    done: 'Le nouvel automate est mis en service.',
  },
  template: {
    title: 'Appliquer un gabarit',
    text: 'Il reçoit les paramètres que partagent tous les automates de sa sorte. Vous les envoyez ensuite.',
    none: 'Aucun gabarit de ce site n’est pour son modèle',
  },
  backup: {
    title: 'Restaurer la sauvegarde',
    text: 'Il reçoit ce avec quoi l’ancien automate fonctionnait, enregistré et envoyé en une seule modification ; les graphiques sont compilés et attendent.',
    none: 'L’ancien automate n’a aucune sauvegarde terminée. Celles d’autres du même modèle sont ici.',
  },
  check: {
    title: 'Vérifier',
    connection: 'Connexion',
    last: 'Le nouvel automate fonctionne avec ses paramètres.',
    deleteOld: 'Supprimer l’ancien automate',
  },
} satisfies Same<typeof en>

export default replacing
