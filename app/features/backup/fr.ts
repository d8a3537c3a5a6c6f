import type { Same } from '~/i18n/same'
import type en from './en'

const backup = {
  of: 'Sauvegardes – {{name}}',
  one: 'Sauvegarde',
  own: 'Sauvegardes de cet automate',
  others: 'Sauvegardes d’autres automates du même modèle sur ce site',
  none: 'Aucune sauvegarde',
  noneWithTemplate:
    'La sauvegarde d’un automate se fait sur la page de l’automate, et elle est gardée avec un gabarit de son site.',
  empty: 'Cet automate n’a aucune sauvegarde',
  emptyText: 'Une sauvegarde est ce avec quoi l’automate fonctionne : un autre du même modèle peut ainsi le remplacer.',
  state: { queued: 'En attente', running: 'En cours', completed: 'Terminée', failed: 'Échouée' },
  taken: 'Faite',
  template: 'Gardée avec',
  templateHint: 'Une sauvegarde est gardée avec un gabarit du site, et disparaît avec lui.',
  noTemplate: 'Une sauvegarde est gardée avec un gabarit, et ce site n’en a pas pour ce modèle',
  noTemplateText: 'Créez-en d’abord un : il est rempli à partir de cet automate.',
  templateFirst: 'Créer un gabarit à partir de cet automate',
  parts: 'Contenu',
  partsHint: 'L’automate écrit ces éléments dans sa sauvegarde.',
  filesText:
    'L’automate nomme les fichiers de sa configuration, qui sont lus octet par octet. Entre-temps, il est en mode de sauvegarde.',
  transfer: {
    backup: 'Sauvegarde {{name}}',
    restore: 'Restauration de {{name}}',
    running: 'En cours : {{done}} ko lus ou écrits',
    runningOf: 'En cours : {{done}} ko sur {{total}}',
    completed: 'Terminée',
    failed: 'Échec',
    silent: 'L’automate n’a pas répondu',
    other: 'L’automate a refusé',
  },
  size: 'Taille',
  kilobytes: '{{size}} ko',
  change: 'Modification',
  restore: 'Restaurer',
  deletionText:
    'Elle ne peut pas être rétablie. Les automates sur lesquels elle a été restaurée gardent leurs paramètres.',
  part: {
    timeZone: 'Heure',
    webServer: 'Serveur Web',
    weather: 'Météo',
    network: 'Réseau',
    users: 'Utilisateurs',
    moduleFirmware: 'Micrologiciel des modules',
    certificate: 'Certificats',
    hostname: 'Nom d’hôte',
    gfx: 'Graphiques',
    bacnet: 'BACnet',
    persistency: 'Valeurs conservées',
    trendLog: 'Journaux de tendances',
    openAdr: 'OpenADR',
    files: 'Fichiers de configuration de l’automate',
  },
  restoring: {
    title: 'Restaurer {{name}}',
    text: 'Les paramètres de la sauvegarde sont enregistrés pour cet automate et lui sont envoyés. Vous vérifiez d’abord les modifications.',
    caption: 'Modifications',
    apply: 'Restaurer',
    sent: 'enregistré et envoyé',
    sentOver: 'enregistré à la place de ce qui n’est pas encore envoyé, puis envoyé',
    written: 'écrit sur l’automate',
    filesSentence: 'La configuration de {{name}} est remplacée.',
    filesText:
      'Les fichiers de la sauvegarde sont écrits sur l’automate, qui démarre ensuite avec eux. Entre-temps, il peut ne pas exécuter son programme.',
    built: 'compilé, puis en attente d’envoi',
    left: 'reste dans la sauvegarde',
    unsent:
      'Ce qui a été enregistré pour cet automate ne lui a pas encore été envoyé en entier. La sauvegarde le remplace, et il est perdu.',
    notReady: 'cette sauvegarde n’est pas terminée',
    otherModel: 'cette sauvegarde est celle d’un automate d’un autre modèle',
    nothing: 'rien dans cette sauvegarde ne peut être remis en place',
    identity: 'L’instance BACnet et le nom de l’autre automate ne sont pas restaurés tant que celui-ci les porte.',
    address:
      'L’automate reçoit l’adresse réseau de celui dont la sauvegarde provient : retirez d’abord ce dernier du réseau.',
    graphics: 'Les graphiques sont d’abord compilés. Envoyez-les quand ils sont prêts.',
  },
} satisfies Same<typeof en>

export default backup
