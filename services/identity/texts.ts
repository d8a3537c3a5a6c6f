/** All texts of the provider's pages, in both languages. */
import type { ServiceLanguage } from '../kit/messages'

interface Texts {
  evaluation: string
  signIn: string
  login: string
  password: string
  problem: string
  errorPrefix: string
  missing: string
  wrong: string
  whoTitle: string
  whoHint: string
  person: string
  role: string
  /** By login. */
  roles: Record<string, string>
  signOut: string
  signOutQuestion: string
  stay: string
  signedOut: string
  back: string
  failed: string
  failedHint: string
  again: string
}

export const texts: Record<ServiceLanguage, Texts> = {
  en: {
    evaluation: 'evaluation sign-in',
    signIn: 'Sign in',
    login: 'Login',
    password: 'Password',
    problem: 'There is a problem',
    errorPrefix: 'Error: ',
    missing: 'Enter your login and password',
    wrong: 'The login or the password is wrong',
    whoTitle: 'Who can sign in',
    whoHint: 'The password of every user is <code>plantroom</code>.',
    person: 'Person',
    role: 'Role',
    roles: {
      marcus: 'Super-admin of all tenants',
      amelie: 'Admin of Boréal Facilities',
      usha: 'User of Boréal Facilities',
      claire: 'User for one customer, admin for another',
      paul: 'User for one customer',
      nadia: 'No access',
    },
    signOut: 'Sign out',
    signOutQuestion: 'Do you want to sign out?',
    stay: 'Stay signed in',
    signedOut: 'You are signed out',
    back: 'Back to Plantroom',
    failed: 'Sign-in failed',
    failedHint: 'The sign-in has expired or was started in another window. Nothing was changed.',
    again: 'Start again',
  },
  fr: {
    evaluation: 'connexion d’évaluation',
    signIn: 'Se connecter',
    login: 'Identifiant',
    password: 'Mot de passe',
    problem: 'Il y a un problème',
    errorPrefix: 'Erreur : ',
    missing: 'Saisissez votre identifiant et votre mot de passe',
    wrong: 'Cet identifiant et ce mot de passe ne correspondent pas',
    whoTitle: 'Qui peut se connecter',
    whoHint: 'Le mot de passe de tout le monde est <code>plantroom</code>.',
    person: 'Personne',
    role: 'Rôle',
    roles: {
      marcus: 'Super-administrateur de toutes les organisations',
      amelie: 'Administratrice de Boréal Facilities',
      usha: 'Utilisatrice de Boréal Facilities',
      claire: 'Utilisatrice pour un client, administratrice pour un autre',
      paul: 'Utilisateur pour un client',
      nadia: 'Aucun accès',
    },
    signOut: 'Se déconnecter',
    signOutQuestion: 'Voulez-vous vous déconnecter ?',
    stay: 'Rester connecté',
    signedOut: 'Vous êtes déconnecté',
    back: 'Retour à Plantroom',
    failed: 'La connexion n’a pas abouti',
    failedHint: 'La connexion a expiré ou a été commencée dans une autre fenêtre. Rien n’a été modifié.',
    again: 'Recommencer',
  },
}
