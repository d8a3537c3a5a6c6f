import type en from '../../en/main/home'
import type { Same } from '../../same'

const home = {
  title: 'Choisir un locataire',
  intro: 'Vous pouvez entrer dans chacun d’eux. Tout ce qui suit ce choix se passe chez un seul locataire.',
  caption: 'Locataires',
  search: 'Nom ou code',
  empty: 'Aucun locataire ne correspond',
  emptyHint: 'Essayez un autre nom ou un autre code, ou effacez le filtre.',
  column: { tenant: 'Locataire', code: 'Code', domains: 'Domaines', people: 'Personnes', state: 'État' },
  state: {
    notOnboarded: 'Non intégré',
    inProgress: 'Intégration en cours',
    onboarded: 'Intégré',
    failed: 'Échec de l’intégration',
    offboarding: 'Retrait en cours',
    offboarded: 'Retiré',
    disabled: 'Désactivé',
  },
  noAccess: {
    title: 'Vous n’avez pas encore d’accès',
    text: 'Vous êtes connecté, mais personne ne vous a donné de rôle. Vous ne pouvez rien ouvrir.',
    youAre: 'Vous êtes connecté en tant que',
    name: 'Nom',
    email: 'Courriel',
    signInName: 'Nom de connexion',
    tenants: 'Vous êtes inscrit chez',
    todo: 'Que faire',
    ask: 'Demandez à un administrateur de {{tenants}} de vous donner un rôle, puis rouvrez cette page.',
    askUnknown:
      'Aucun locataire ne vous connaît. Demandez à la personne qui vous a invité quelle adresse de courriel elle a saisie, et connectez-vous avec celle-ci.',
    again: 'Rouvrir cette page',
  },
} satisfies Same<typeof en>

export default home
