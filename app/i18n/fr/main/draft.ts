import type en from '../../en/main/draft'
import type { Same } from '../../same'

const draft: Same<typeof en> = {
  signedOut: 'Vous n’êtes pas connecté. Rien n’a été modifié',
  handedBack:
    'Votre saisie est encore là, sauf les mots de passe et les fichiers. Connectez-vous, revenez sur cette page et reprenez le formulaire.',
  signIn: 'Se connecter (dans un nouvel onglet)',
  review: 'Vérifier la modification',
  sendAgain: 'Reprendre le formulaire',
  again:
    'Le formulaire est tel que vous l’aviez envoyé, sauf mots de passe et codes. Vérifiez l’élément avant de l’envoyer de nouveau',
  restored:
    'Votre connexion avait pris fin, rien n’a donc été envoyé. Le formulaire est tel que vous l’aviez rempli, sauf les mots de passe et les fichiers',
  made: 'Cette modification a déjà été faite',
  underWay: 'Cette modification est déjà en cours',
  madeText:
    'Le plan ci-dessous est tel que vous l’avez revu. Il n’est plus proposé, afin que rien ne soit fait deux fois.',
  toChange: 'Voir le résultat',
}

export default draft
