import type en from '../../en/main/change'
import type { Same } from '../../same'

const change = {
  user: { changeRoles: 'Modifier les rôles' },
  network: { save: 'Enregistrer les paramètres réseau' },
  configuration: { send: 'Envoyer la configuration' },
  packages: { deploy: 'Déployer des paquets' },
  page: {
    title: '{{change}} : ce qui a été fait',
    summary_one: '{{done, number}} sur {{count, number}} effectué',
    summary_other: '{{done, number}} sur {{count, number}} effectués',
    allDone: 'Tout a été fait.',
    someFailed: 'Tout n’a pas été fait. Les échecs sont indiqués ci-dessous ; le reste a été modifié.',
    unknown: 'Pour certains éléments, on ne sait pas si la modification a eu lieu. Vérifiez-les avant de recommencer.',
    pending:
      'Cette modification est en cours, ou son processus s’est arrêté. Au bout d’une minute environ, elle est indiquée comme inconnue.',
    subjects: 'Ce qui a été modifié',
    why: 'Motif de l’échec',
    openRecord: 'Enregistrement {{sequence}}',
    sendNow_one: 'Envoyer à {{count, number}} automate maintenant',
    sendNow_other: 'Envoyer à {{count, number}} automates maintenant',
    sendNowHint: 'Les paramètres sont enregistrés. Les automates les utilisent une fois envoyés.',
    deployments: 'Afficher les déploiements',
    backToNetwork: 'Retour aux paramètres réseau du site',
    again: 'Le même formulaire, appliqué de nouveau, ne fait que ce qui manque encore.',
  },
} satisfies Same<typeof en>

export default change
