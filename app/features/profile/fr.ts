import type { Same } from '~/i18n/same'
import type en from './en'

const profile = {
  title: 'Votre profil',
  intro:
    'Ce que les services savent de vous. Vous modifiez ici vos noms, votre langue et vos unités ; un administrateur modifie vos rôles.',
  edit: 'Vos paramètres',
  editHint: 'Cela vaut chez {{name}}, tout de suite et à chaque connexion.',
  records: 'Vous êtes inscrit dans plusieurs organisations, avec un profil dans chacune :',
  who: 'Vos coordonnées',
  name: 'Nom',
  initials: 'Initiales',
  email: 'Courriel',
  languages: { en: 'Anglais', fr: 'Français' },
  units: { metric: 'Métriques', us: 'Américaines' },
  signedInWith: 'Connecté avec',
  changePassword: 'Changer le mot de passe',
  keys: {
    title: 'Raccourcis clavier',
    on: 'Des touches seules agissent quand le curseur n’est dans aucun champ : / mène à la recherche, ? les énumère toutes. Ce navigateur garde ce choix un an.',
    off: 'Les raccourcis clavier sont désactivés. Ce navigateur garde ce choix un an.',
    switchOff: 'Désactiver les raccourcis',
    switchOn: 'Activer les raccourcis',
  },
  counting: {
    title: 'Mesure de l’utilisation',
    on: 'Les concepteurs de cette console apprennent quelles pages sont ouvertes et quelles modifications sont faites : jamais par qui, jamais sur quel site ou automate, jamais une valeur.',
    off: 'Rien de ce que vous ouvrez ou modifiez n’est compté, quel que soit le navigateur où vous vous connectez.',
    byBrowser:
      'Ce navigateur demande de ne pas être suivi : rien n’y est compté. Vous pouvez désactiver la mesure dans tous vos navigateurs.',
    switchOff: 'Ne pas me compter',
    switchOn: 'Me compter à nouveau',
  },
  lists: {
    title: 'Vues enregistrées',
    intro:
      'Des listes filtrées et triées à votre façon, chacune dans un onglet au-dessus de sa liste. Personne d’autre ne les voit.',
    back: 'Retour à la liste : {{list}}',
    none: 'Aucune vue n’est enregistrée',
    noneText: 'Filtrez une liste, puis choisissez « Enregistrer cette vue » au-dessus d’elle.',
    share: 'Partager avec le client',
    shareOne: 'Partager la vue {{name}} avec le client',
    shareText:
      'Quiconque peut ouvrir cette liste chez {{customer}} voit la vue au-dessus d’elle. Vous et les autres administrateurs du client pouvez la retirer.',
    shared: 'Partagées avec le client',
    unshare: 'Ne plus partager',
    unshareOne: 'Ne plus partager la vue {{name}}',
    rename: 'Renommer la vue',
    delete: 'Supprimer la vue',
    deleteOne: 'Supprimer la vue {{name}}',
  },
  zone: {
    title: 'Fuseau horaire',
    hint: 'Les heures qui ne sont celles d’aucun site sont affichées dans ce fuseau, et le registre se filtre par ses jours. Ce navigateur garde le choix pendant un an.',
    label: 'Votre fuseau horaire',
    told: 'Comme le dit ce navigateur : {{zone}}',
    none: 'Aucun sélectionné : UTC',
    choose: 'Utiliser ce fuseau horaire',
    now: 'Il y est maintenant {{time}}.',
  },
  roles: 'Vos rôles',
  rolesCaption: 'Ce que vous pouvez faire, et où',
  column: { where: 'Où', role: 'Rôle', why: 'Pourquoi' },
  inTenant: 'Organisation',
  inCustomer: 'Client',
  empty: 'Vous n’avez aucun rôle',
  emptyHint:
    'Personne ne vous a donné de rôle dans une organisation ou chez un client. Adressez-vous à un administrateur.',
  because: {
    rootTenantAdmin:
      'Vous avez le rôle d’administrateur dans l’organisation racine : vous pouvez tout faire dans toutes les organisations.',
    tenantAdmin: 'Vous avez le rôle d’administrateur chez {{name}} ; il couvre tous ses clients.',
    tenantUser: 'Vous avez le rôle d’utilisateur chez {{name}} ; il couvre tous ses clients.',
    customerAdmin: 'Vous avez le rôle d’administrateur chez ce client.',
    customerUser: 'Vous avez le rôle d’utilisateur chez ce client.',
    customerAdminSomewhere: 'Vos rôles chez les clients décident ; le plus fort est celui d’administrateur.',
    customerUserSomewhere: 'Vos rôles chez les clients décident ; le plus fort est celui d’utilisateur.',
    noRole: 'Vous êtes inscrit chez {{name}}, mais n’y avez aucun rôle.',
    customerPermissionsElsewhere: 'Vous n’avez de rôles que chez d’autres clients.',
  },
} satisfies Same<typeof en>

export default profile
