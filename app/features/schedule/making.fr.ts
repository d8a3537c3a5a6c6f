import type { Same } from '~/i18n/same'
import type en from './making.en'

const scheduleMaking = {
  new: 'Créer un horaire',
  newOf: 'Créer un horaire – {{name}}',
  like: 'Partir de',
  likeHint: 'Sa semaine, ses exceptions et son type de valeur sont repris ; ce qu’il commande ne l’est pas.',
  likeNone: 'Une semaine vide',
  typeHint: 'Sans effet si l’horaire part d’un autre.',
  unit: 'Unité',
  noUnit: 'Aucune',
  humidity: '% d’humidité relative',
  delete: 'Supprimer…',
  deletionText: 'Sa semaine et ses exceptions sont perdues pour de bon, et l’automate ne les suit plus.',
  letGo:
    'Ce qu’il commande est libéré : le prochain niveau qui tient quelque chose décide, ou la valeur par défaut du point.',
} satisfies Same<typeof en>

export default scheduleMaking
