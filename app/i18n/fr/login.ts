import type en from '../en/login'
import type { Same } from '../same'

const login = {
  title: 'Connexion',
  lead: 'La console des personnes qui exploitent les contrôleurs de bâtiment.',
  how: 'Vous vous connectez avec le compte de votre organisation, puis vous revenez ici.',
  signIn: 'Se connecter',
  signInAgain: 'Se reconnecter',
  signInAsAnother: 'Se connecter avec un autre compte',
  comeBack: 'Vous reviendrez à la page demandée.',
  refused: {
    title: 'Vous devez vous reconnecter',
    text: 'Votre session n’était plus acceptée. Rien de ce que vous n’aviez pas envoyé n’a été enregistré.',
  },
  refusedAtOnce: {
    title: 'Les services n’acceptent pas ce compte',
    text: 'Vous vous êtes bien connecté, mais les services derrière Plantroom ont aussitôt refusé le compte. Se reconnecter ne suffira pas.',
    todo: 'Demandez à la personne qui exploite Plantroom de vérifier le compte, ou connectez-vous avec un autre.',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    text: 'Votre session ici est terminée.',
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
