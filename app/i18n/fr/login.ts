import type en from '../en/login'
import type { Same } from '../same'

const login = {
  title: 'Connexion',
  lead: 'La console des personnes qui exploitent les automates de bâtiment.',
  how: 'Vous vous connectez avec le compte de votre organisation, puis vous revenez ici.',
  environment: 'Environnement : {{name}}',
  help: 'Pas de compte, ou un problème de connexion ? Adressez-vous à l’administrateur de votre organisation.',
  signIn: 'Se connecter',
  signInAgain: 'Se reconnecter',
  signInAsAnother: 'Se connecter avec un autre compte',
  comeBack: 'Vous reviendrez à la page demandée.',
  formKept:
    'Ce que vous aviez saisi est conservé : le formulaire le contiendra de nouveau une fois que vous serez connecté.',
  wall: { text: 'Sans compte :', link: 'Voir la vue murale' },
  refused: {
    title: 'Vous devez vous reconnecter',
    text: 'Votre session n’était plus acceptée. Ce que vous n’aviez pas encore envoyé n’a rien changé.',
  },
  refusedAtOnce: {
    title: 'La nouvelle session a été refusée',
    text: 'Vous vous êtes bien connecté, mais dans la minute un service derrière Plantroom a refusé la session. Connectez-vous encore une fois.',
    todo: 'Si cette page revient, donnez la référence de la requête à la personne qui exploite Plantroom, ou connectez-vous avec un autre compte.',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    text: 'Votre session ici est terminée.',
    provider:
      'Une étape de plus vous déconnecte aussi du service de connexion, pour que personne ne rentre depuis ce navigateur.',
    there: 'Se déconnecter là aussi',
  },
  problem: {
    providerDown: {
      title: 'Le service de connexion ne répond pas',
      text: 'Personne ne peut se connecter pour le moment. Réessayez dans quelques minutes.',
    },
    refused: {
      title: 'La connexion n’a pas été acceptée',
      text: 'La réponse du service de connexion n’a pas pu être vérifiée : personne n’a été connecté.',
    },
    refusedByServices: {
      title: 'La connexion a réussi, mais les services vous ont refusé',
      text: 'Le service de connexion vous a accepté. Les services derrière Plantroom n’ont pas accepté ce qu’il a délivré : rien n’a pu être ouvert. Le plus souvent, un paramètre est faux d’un des deux côtés.',
    },
    cancelled: {
      title: 'La connexion a été annulée',
      text: 'Vous avez quitté le service de connexion sans vous connecter.',
    },
    expired: {
      title: 'Cette connexion n’est plus valable',
      text: 'Elle a été commencée il y a trop longtemps, dans un autre navigateur, ou elle a déjà servi.',
    },
  },
  requestId: 'Référence de la requête : {{id}}',
} satisfies Same<typeof en>

export default login
