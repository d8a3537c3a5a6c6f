import type { Same } from '~/i18n/same'
import type en from './en'

const home = {
  noAccess: {
    title: 'Vous n’avez pas encore d’accès',
    text: 'Vous êtes connecté, mais personne ne vous a donné de rôle. Vous ne pouvez rien ouvrir.',
    youAre: 'Vous êtes connecté en tant que',
    name: 'Nom',
    email: 'Courriel',
    signInName: 'Nom de connexion',
    tenants: 'Vous êtes inscrit chez',
    todo: 'Que faire',
    ask: 'Demandez à un administrateur ({{tenants}}) de vous donner un rôle, puis rouvrez cette page.',
    askUnknown:
      'Aucune organisation ne vous connaît. Demandez à la personne qui vous a invité quelle adresse de courriel elle a saisie, et connectez-vous avec celle-ci.',
    again: 'Rouvrir cette page',
  },
} satisfies Same<typeof en>

export default home
