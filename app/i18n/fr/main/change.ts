import type en from '../../en/main/change'
import type { Same } from '../../same'

const change = {
  tenant: {
    create: 'Créer une organisation',
    edit: 'Modifier une organisation',
    onboard: 'Mettre en service une organisation',
    offboard: 'Retirer une organisation',
  },
  customer: {
    create: 'Créer un client',
    edit: 'Modifier un client',
    archive: 'Archiver un client',
    restore: 'Restaurer un client',
    delete: 'Supprimer un client',
  },
  user: {
    create: 'Créer une personne',
    edit: 'Modifier une personne',
    editProfile: 'Modifier son profil',
    changeRoles: 'Modifier les rôles',
    addRole: 'Donner un rôle',
    removeRole: 'Retirer un rôle',
    offboard: 'Retirer des personnes',
    delete: 'Supprimer des personnes',
  },
  group: {
    create: 'Créer un groupe de sites',
    edit: 'Modifier un groupe de sites',
    delete: 'Supprimer un groupe de sites',
  },
  site: {
    create: 'Créer un site',
    edit: 'Modifier un site',
    move: 'Déplacer des sites',
    archive: 'Archiver le site',
    restore: 'Restaurer un site',
    delete: 'Supprimer un site',
    build: 'Construire des sites depuis un fichier',
  },
  building: {
    create: 'Créer un bâtiment',
    edit: 'Modifier un bâtiment',
    delete: 'Supprimer un bâtiment',
  },
  space: {
    create: 'Créer un espace',
    edit: 'Modifier des espaces',
    delete: 'Supprimer un espace',
  },
  device: {
    create: 'Créer des automates',
    edit: 'Modifier un automate',
    delete: 'Supprimer des automates',
    upload: 'Ajouter des automates depuis un fichier',
    onboard: 'Mettre en service un automate',
    offboard: 'Retirer une mise en service',
    refresh: 'Demander son état à un automate',
  },
  tunnel: {
    open: 'Ouvrir un tunnel',
    close: 'Fermer un tunnel',
  },
  network: { save: 'Enregistrer les paramètres réseau' },
  configuration: { send: 'Envoyer la configuration' },
  packages: { deploy: 'Déployer des paquets', goOn: 'Poursuivre un déploiement avec le reste' },
  page: {
    title: '{{change}} : ce qui a été fait',
    summary_one: '{{done, number}} sur {{count, number}} effectué',
    summary_other: '{{done, number}} sur {{count, number}} effectués',
    allDone: 'Tout a été fait.',
    someFailed: 'Tout n’a pas été fait. Les échecs sont indiqués ci-dessous ; le reste a été modifié.',
    unknown: 'Pour certains éléments, on ne sait pas si la modification a eu lieu. Vérifiez-les avant de recommencer.',
    underWay: {
      title: 'Cette modification est encore en cours',
      sent: 'Ce que vous avez saisi est conservé. Sans autre nouvelle, la modification est close comme inconnue au plus tard le {{time}}, et cette page l’indique.',
      unsent:
        'Elle se prépare : rien n’a encore été envoyé. Ce que vous avez saisi est conservé. Si elle n’a pas commencé le {{time}}, elle ne commencera pas, et cette page ramène au formulaire.',
      again_one: 'Cette page redemande d’elle-même toutes les {{count, number}} seconde.',
      again_other: 'Cette page redemande d’elle-même toutes les {{count, number}} secondes.',
    },
    unsent: {
      title: 'Une modification demandée',
      text: 'Cette modification n’a pas commencé : rien n’a été envoyé. Ce que vous avez saisi est conservé.',
    },
    form: 'Retour au formulaire, tel que vous l’aviez rempli',
    formHint: 'Rien n’est envoyé avant que vous n’envoyiez de nouveau le formulaire.',
    subjects: 'Ce qui a été modifié',
    why: 'Motif de l’échec',
    openRecord: 'Enregistrement {{sequence}}',
    sendNow_one: 'Envoyer à {{count, number}} automate maintenant',
    sendNow_other: 'Envoyer à {{count, number}} automates maintenant',
    sendNowHint: 'Les paramètres sont enregistrés. Les automates les utilisent une fois envoyés.',
    deployments: 'Afficher les déploiements',
    backToNetwork: 'Retour aux paramètres réseau du site',
    again: 'Remplissez de nouveau le formulaire pour ce qui manque encore.',
    retryRest_one: 'Réessayer le reste : {{count, number}} élément',
    retryRest_other: 'Réessayer le reste : {{count, number}} éléments',
    retryHint: 'Affiche d’abord le plan pour ces éléments. Ce qui est déjà fait n’est pas touché.',
  },
} satisfies Same<typeof en>

export default change
