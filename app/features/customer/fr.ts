import type { Same } from '~/i18n/same'
import type en from './en'

const customer = {
  code: 'Client {{code}}',
  archived: 'Archivé',
  places: 'Groupes de sites et sites',
  partial: 'Ce service ne sait pas compter ce que contient un lieu : certains nombres manquent.',
  emptyTitle: 'Ce client n’a pas encore de site',
  emptyText: 'Les groupes de sites et les sites apparaissent ici dès leur création.',
  readOnly: 'Ce client est archivé. Tout peut y être lu, et rien ne peut y être modifié.',
  restoreFirst: 'Un client archivé reste tel quel. Restaurez-le d’abord, puis modifiez-le.',
  edit: 'Modifier le client',
  archive: 'Archiver',
  restore: 'Restaurer',
  delete: 'Supprimer',
  create: { intro: 'Le client reçoit son code, par exemple CUS1005, à sa création.' },
  settings: { title: 'Modifier {{name}}' },
  holds: {
    title: 'Contenu',
    groups: 'Groupes de sites',
    sites: 'Sites',
    projects: 'Projets du concepteur',
    devices_one: 'Automate',
    devices_other: 'Automates',
    people: 'Personnes qui y ont un rôle',
    unknown: 'Inconnu pour l’instant',
  },
  means: 'Conséquences',
  plan: { caption: 'Modifications', field: 'Quoi', archived: 'Archivé' },
  archiving: {
    title: 'Archiver {{name}}',
    readOnly: 'Ses sites, automates et configurations peuvent être lus, et rien ne peut y être modifié.',
    hidden: 'Il quitte la liste des clients, où un filtre le retrouve.',
    goesOn: 'Les automates continuent de fonctionner. Les alarmes et les défauts sont toujours enregistrés.',
    undo: 'Il peut être restauré à tout moment, tel qu’il était.',
    already: 'Ce client est déjà archivé.',
    apply: 'Archiver le client',
  },
  restoring: {
    title: 'Restaurer {{name}}',
    writable:
      'Ses sites, automates et configurations peuvent de nouveau être modifiés, par les mêmes personnes qu’avant.',
    listed: 'Il figure de nouveau dans la liste des clients.',
    already: 'Ce client n’est pas archivé.',
    apply: 'Restaurer le client',
  },
  deletion: {
    title: 'Supprimer {{name}}',
    gone: 'Le client et ses groupes de sites sont supprimés, et les rôles que l’on y a prennent fin.',
    trail: 'Ce qui y a été fait reste dans le registre.',
    noUndo: 'C’est définitif. Le code du client peut être donné à un autre.',
    notEmpty_one:
      'Ce client a encore {{count, number}} site. Supprimez ou déplacez d’abord ses sites, ou archivez le client.',
    notEmpty_other:
      'Ce client a encore {{count, number}} sites. Supprimez ou déplacez d’abord ses sites, ou archivez le client.',
    showSites: 'Afficher ses sites',
    insteadArchive: 'Archiver le client',
    apply: 'Supprimer le client',
  },
} satisfies Same<typeof en>

export default customer
