import type en from '../../en/main/user'
import type { Same } from '../../same'

const user = {
  list: {
    title: 'Personnes',
    intro: 'Qui peut entrer chez ce locataire, et à quel titre.',
    introOwn: 'Qui a un rôle chez les clients que vous administrez.',
    caption: 'Personnes',
    search: 'Nom ou courriel',
    role: 'Rôle',
    empty: 'Personne ne correspond',
    emptyHint: 'Essayez un autre nom, une autre adresse ou un autre rôle, ou effacez le filtre.',
    column: { name: 'Nom', email: 'Courriel', role: 'Rôle', customers: 'Clients' },
    everyCustomer: 'Tous les clients du locataire',
  },
  page: {
    you: 'C’est vous',
    changeRoles: 'Modifier les rôles',
    history: 'Historique',
    facts: 'Renseignements',
    email: 'Courriel',
    initials: 'Initiales',
    language: 'Langue',
    unit: 'Unités',
    region: 'Région',
    since: 'Inscrite depuis le',
    effective: 'Rôle effectif',
    roles: 'Rôles détenus',
    rolesCaption: 'Rôles de cette personne',
    column: { where: 'Où', kind: 'Type', role: 'Rôle' },
    noRoles: 'Aucun rôle détenu',
    noRolesHint: 'Cette personne peut se connecter, mais ne peut rien ouvrir ici.',
    onlyYours: 'Seuls les rôles chez les clients que vous administrez sont affichés.',
    ownRole: 'Vous ne pouvez pas modifier vos propres rôles. Adressez-vous à un autre administrateur.',
    changed: 'Les rôles ont été modifiés.',
    changedRecord: 'Voir ce qui a été fait',
  },
  because: {
    rootTenantAdmin:
      'Cette personne a le rôle d’administrateur chez le locataire racine : elle peut tout faire chez tous les locataires.',
    tenantAdmin: 'Cette personne a le rôle d’administrateur chez {{name}} ; il couvre tous ses clients.',
    tenantUser: 'Cette personne a le rôle d’utilisateur chez {{name}} ; il couvre tous ses clients.',
    customerAdmin:
      'Les rôles chez les clients décident. Le plus fort est celui d’administrateur ; chez chaque client compte le rôle qui y est détenu.',
    customerUser: 'Les rôles chez les clients décident. Chez chaque client compte le rôle qui y est détenu.',
    noRole: 'Cette personne n’a aucun rôle chez {{name}}.',
    customerPermissionsElsewhere: 'Cette personne n’a de rôles que chez d’autres clients.',
  },
  roles: {
    title: 'Rôles de {{name}}',
    now: 'Actuellement',
    choose: 'Que doivent-ils devenir ?',
    chooseHint:
      'Une personne a soit un rôle chez le locataire, soit des rôles chez des clients, jamais les deux. Vous voyez ce qui va se passer avant que rien ne soit envoyé.',
    tenantLevel: 'Un rôle chez le locataire',
    tenantLevelHint: 'Il couvre tous les clients. Les rôles chez les clients sont retirés.',
    tenantRole: 'Rôle chez {{name}}',
    customerLevel: 'Des rôles chez des clients',
    customerLevelHint: 'Un par client. Le rôle chez le locataire est retiré dès qu’il y en a un chez un client.',
    customersCaption: 'Rôle chez chaque client',
    nowIs: 'Actuellement : {{role}}',
    roleIn: 'Rôle chez {{customer}}',
    remove: 'Retirer',
    noAccess: 'Aucun accès : retirer tous les rôles',
    none: 'Aucun rôle',
    findCustomer: 'Trouver un client',
    findHint: 'Tous les clients ne sont pas affichés. Une recherche recommence ce formulaire.',
    customersOff:
      'Les rôles chez les clients sont désactivés dans cet environnement. Ceux déjà détenus sont indiqués ci-dessus.',
    noCustomers: 'Aucun client à choisir',
    lastAdmin:
      'C’est le dernier administrateur du locataire. Nommez d’abord un autre administrateur ; d’ici là, ce rôle reste.',
    unavailable:
      'Les clients ne peuvent pas être énumérés pour l’instant. Le rôle chez le locataire peut tout de même être modifié.',
    planCaption: 'Rôles avant et après',
    person: 'Personne',
    inTenant: 'Rôle chez {{name}}',
    access: 'Accès',
    accessOpen: 'Ouvert',
    accessEnded: 'Terminé',
    calls: 'Ce qui est envoyé, dans cet ordre',
    call: {
      addRole: 'Donner le rôle « {{role}} » chez {{name}}.',
      removeRole: 'Retirer le rôle « {{role}} » chez {{name}}.',
      addCustomerPermissions: 'Donner le rôle « {{role}} » chez {{name}}.',
      removeCustomerPermissions: 'Retirer des rôles chez des clients : {{names}}.',
      offboard: 'Mettre fin à l’accès de cette personne au locataire.',
    },
    apply: 'Modifier les rôles',
    applyOffboard: 'Modifier les rôles et mettre fin à l’accès',
    note: {
      offboards:
        'Il ne reste aucun rôle : l’accès de cette personne prend fin. La fiche reste ; un rôle donné plus tard la rouvre.',
      leavesWithoutAccess:
        'Il ne reste aucun rôle chez les clients que vous administrez. Sans autre rôle, cette personne ne peut plus rien ouvrir.',
      losesTenant: 'Le rôle chez le locataire disparaît : seuls les clients nommés ici restent accessibles.',
      gainsTenant:
        'Le rôle chez le locataire couvre tous les clients, même ceux où cette personne ne pouvait pas entrer.',
      gainsAdmin: 'Un administrateur peut modifier les réglages, déployer des paquets et changer les rôles des autres.',
    },
    skip: {
      ownRole: 'personne ne modifie son propre rôle',
      lastAdmin: 'c’est le dernier administrateur du locataire',
      notYours: 'vous ne pouvez pas modifier ces rôles',
      flagOff: 'les rôles chez les clients sont désactivés dans cet environnement',
      archived: 'le client est archivé',
    },
  },
} satisfies Same<typeof en>

export default user
