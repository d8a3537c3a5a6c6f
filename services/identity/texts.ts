/** All texts of the provider's pages, in both languages. */
import type { ServiceLanguage } from '../kit/messages'
import type { PasswordProblem } from './passwords'

export type FieldProblem = PasswordProblem | 'email' | 'name' | 'unknownPerson'

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
  email: string
  firstName: string
  lastName: string
  missingEmail: string
  wrongEmail: string
  busy: string
  paused(minutes: number): string
  noPassword: string
  changePassword: string
  currentPassword: string
  wrongPassword: string
  newPassword: string
  repeatPassword: string
  passwordHint: string
  /** Why a new password or another field is refused. */
  problems: Record<FieldProblem, string>
  setPassword: string
  savePassword: string
  firstTitle: string
  firstLead: string
  firstSubmit: string
  saved: string
  savedHint: string
  linkGone: string
  linkGoneHint: string
  newLink: string
  newLinkLead: string
  ownEmail: string
  ownPassword: string
  personEmail: string
  notAdministrator: string
  createLink: string
  linkFor(email: string): string
  linkOnce: string
  linkExpires: string
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
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    missingEmail: 'Enter your e-mail address and password',
    wrongEmail: 'The e-mail address or the password is wrong',
    busy: 'Many people are signing in at the moment. Try again in a few seconds',
    paused: (minutes) =>
      minutes > 1
        ? `Too many wrong passwords. Try again in ${minutes} minutes`
        : 'Too many wrong passwords. Try again in a minute',
    noPassword: 'No password yet, or forgotten? An administrator can give you a sign-in link.',
    changePassword: 'Change password',
    currentPassword: 'Current password',
    wrongPassword: 'The e-mail address or the current password is wrong',
    newPassword: 'New password',
    repeatPassword: 'New password again',
    passwordHint: 'At least 12 characters, for example four unrelated words.',
    problems: {
      short: 'Use at least 12 characters',
      long: 'Use at most 200 characters',
      guessable: 'This password is easy to guess. Choose another one',
      different: 'The two new passwords are not the same',
      email: 'Enter an e-mail address such as name@example.com',
      name: 'Enter your first and last name',
      unknownPerson: 'Nobody with this e-mail address has been added. Add the person to a tenant first',
    },
    setPassword: 'Set your password',
    savePassword: 'Save password',
    firstTitle: 'Create the first administrator',
    firstLead: 'The first administrator creates tenants and invites all other people.',
    firstSubmit: 'Create administrator',
    saved: 'Your password is saved',
    savedHint: 'Earlier sign-ins with this account have ended.',
    linkGone: 'This sign-in link cannot be used',
    newLink: 'Create a sign-in link',
    newLinkLead:
      'With the link one person sets a password, once. Use it for a person’s first sign-in, or for a forgotten password. Give it to nobody else.',
    ownEmail: 'Your e-mail address',
    ownPassword: 'Your password',
    personEmail: 'E-mail address of the person',
    notAdministrator: 'Only administrators of the root tenant can create sign-in links',
    createLink: 'Create link',
    linkFor: (email) => `Sign-in link for ${email}`,
    linkOnce: 'The link is shown only here, and works once.',
    linkExpires: 'It expires on',
    linkGoneHint: 'It has been used, replaced or has expired. An administrator can give you another one.',
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
    email: 'Adresse courriel',
    firstName: 'Prénom',
    lastName: 'Nom',
    missingEmail: 'Saisissez votre adresse courriel et votre mot de passe',
    wrongEmail: 'Cette adresse courriel et ce mot de passe ne correspondent pas',
    busy: 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes',
    paused: (minutes) =>
      minutes > 1
        ? `Trop de mots de passe erronés. Réessayez dans ${minutes} minutes`
        : 'Trop de mots de passe erronés. Réessayez dans une minute',
    noPassword: 'Pas encore de mot de passe, ou oublié ? Un administrateur peut vous donner un lien de connexion.',
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    wrongPassword: 'Cette adresse courriel et le mot de passe actuel ne correspondent pas',
    newPassword: 'Nouveau mot de passe',
    repeatPassword: 'Nouveau mot de passe, encore une fois',
    passwordHint: 'Au moins 12 caractères, par exemple quatre mots sans rapport entre eux.',
    problems: {
      short: 'Utilisez au moins 12 caractères',
      long: 'Utilisez au plus 200 caractères',
      guessable: 'Ce mot de passe est facile à deviner. Choisissez-en un autre',
      different: 'Les deux nouveaux mots de passe ne sont pas identiques',
      email: 'Saisissez une adresse courriel comme nom@exemple.com',
      name: 'Saisissez votre prénom et votre nom',
      unknownPerson:
        'Personne n’a été ajouté avec cette adresse courriel. Ajoutez d’abord la personne à une organisation',
    },
    setPassword: 'Choisir votre mot de passe',
    savePassword: 'Enregistrer le mot de passe',
    firstTitle: 'Créer le premier administrateur',
    firstLead: 'Le premier administrateur crée les organisations et invite toutes les autres personnes.',
    firstSubmit: 'Créer l’administrateur',
    saved: 'Votre mot de passe est enregistré',
    savedHint: 'Les connexions antérieures de ce compte sont terminées.',
    linkGone: 'Ce lien de connexion ne peut pas être utilisé',
    newLink: 'Créer un lien de connexion',
    newLinkLead:
      'Avec ce lien, une personne choisit son mot de passe, une seule fois. Utilisez-le pour la première connexion d’une personne, ou pour un mot de passe oublié. Ne le donnez à personne d’autre.',
    ownEmail: 'Votre adresse courriel',
    ownPassword: 'Votre mot de passe',
    personEmail: 'Adresse courriel de la personne',
    notAdministrator: 'Seuls les administrateurs de l’organisation racine peuvent créer des liens de connexion',
    createLink: 'Créer le lien',
    linkFor: (email) => `Lien de connexion de ${email}`,
    linkOnce: 'Le lien n’est affiché qu’ici, et ne fonctionne qu’une fois.',
    linkExpires: 'Il expire le',
    linkGoneHint: 'Il a été utilisé ou remplacé, ou il a expiré. Un administrateur peut vous en donner un autre.',
  },
}
