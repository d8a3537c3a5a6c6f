import type { Same } from '~/i18n/same'
import type en from './en'

const operator: Same<typeof en> = {
  intro: 'L’état du registre de chaque organisation, et où il est conservé.',
  chains: 'Chaînes',
  empty: 'Il n’y a pas encore de registre.',
  emptyHint: 'La première modification, ou le premier refus, le commence.',
  records: 'Entrées',
  head: 'Tête',
  signed: 'Signé',
  upTo: 'Jusqu’à l’enregistrement {{sequence, number}}',
  neverSigned: 'Pas encore',
  features: {
    title: 'FEATURES_FILE est inutilisable',
    text: 'Ce qui a été lu en dernier reste valable, jusqu’à ce que le fichier soit corrigé.',
  },
  since_one: '{{count, number}} enregistrement depuis',
  since_other: '{{count, number}} enregistrements depuis',
  unknown: 'Résultats inconnus',
  open: 'En cours',
  verify: 'Contrôle',
  verifyNow: 'Vérifier maintenant',
  kept: 'Stockage et signatures',
  engine: 'Stockage',
  engines: { sqlite: 'Embarqué (SQLite)', postgresql: 'PostgreSQL' },
  size: 'Taille',
  signingKey: 'Clé de signature',
  olderKeys: 'Clés précédentes',
  noOlderKeys: 'Aucune',
  verdict: {
    whole: 'Registre – {{name}} : intact.',
    walked_one: '{{count, number}} enregistrement contrôlé en {{seconds}} s.',
    walked_other: '{{count, number}} enregistrements contrôlés en {{seconds}} s.',
    signed: 'Des signatures l’attestent jusqu’à l’enregistrement {{sequence, number}}.',
    unsigned: 'Aucune signature ne l’atteste encore.',
    head: 'Tête : {{head}}',
    broken: 'Registre – {{name}} : rompu à l’enregistrement {{sequence, number}}.',
    look: 'Enregistrement {{sequence}}',
  },
  contradicted: {
    title:
      'Registre – {{name}} : ce n’est pas celui qu’atteste checkpoints.jsonl, à l’enregistrement {{sequence, number}}.',
    hint: 'Il a été réécrit, tronqué ou remplacé par une copie plus ancienne. Ses enregistrements ne sont plus signés tant que ce n’est pas réglé ; les modifications continuent et sont enregistrées. Le guide d’exploitation dit quoi faire.',
  },
  restored: {
    title:
      'Registre – {{name}} : remis en place à partir d’une copie le {{date}} ; il continue après l’enregistrement {{sequence, number}}.',
    lost: 'Les enregistrements {{from, number}} à {{to, number}} tels qu’ils étaient jusque-là sont perdus ; ce qu’ils consignaient a pu prendre effet.',
  },
  misfits: {
    title: 'Réponses non conformes',
    intro:
      'Ce que les services ont envoyé et que leur contrat ne connaît pas, depuis le démarrage de la console. Les lignes illisibles ne sont pas affichées.',
    call: 'Appel',
    field: 'Champ',
    whole: 'La réponse entière',
    expected: 'Attendu',
    rows: 'Lignes omises',
    count: 'Nombre de fois',
    last: 'Dernière fois',
  },
  lagging: 'La réplication vers {{names}} n’est pas synchrone.',
  laggingHint:
    'Si ce serveur prend le relais, les dernières modifications confirmées et leurs enregistrements peuvent y manquer. Le guide d’exploitation dit comment la configurer.',
  outside: {
    title: 'Lignes hors des chaînes',
    intro:
      'Quelqu’un les a écrites dans le stockage à côté de la console. Ce ne sont pas des enregistrements : le registre et ses exports les laissent de côté.',
    number: 'Numéro',
    says: 'Contenu déclaré',
    claim: '{{mutation}} : {{subject}}, par {{actor}}',
    where: 'Emplacement',
    inTrail: 'Encore dans la table',
    setAside: 'Mise de côté, car un enregistrement avait besoin de son numéro',
  },
  why: {
    number: 'L’enregistrement porte un numéro qu’aucune chaîne ne connaît.',
    gap: 'L’enregistrement manque, alors que d’autres le suivent.',
    previousHash: 'L’enregistrement ne fait pas suite au précédent.',
    hash: 'L’enregistrement ne correspond plus à son empreinte.',
    checkpoint:
      'Un point de contrôle signé dit que cet enregistrement était un autre : le registre a été réécrit ici ou avant.',
    tail: 'L’enregistrement et tous ceux qui le suivaient ont disparu.',
    signature: 'La signature du point de contrôle de cet enregistrement n’est pas valable.',
    key: 'Le point de contrôle de cet enregistrement a été signé par une clé inconnue ici.',
    replacedKey: 'La clé publique jointe au point de contrôle de cet enregistrement n’est pas celle que dit son nom.',
    missing: 'Le point de contrôle de cet enregistrement a disparu, alors que le suivant dit qu’il avait été signé.',
  },
}

export default operator
