/** Textes de l’autorisation d’écrire vers un automate. */
import type { Same } from '~/i18n/same'
import type en from './en'

export default {
  title: 'Écriture vers {{name}}',
  caption: 'Écriture vers {{name}}',
  writing: 'Écriture',
  scope: {
    off: 'Désactivée : l’automate est seulement lu',
    all: 'Activée pour tout objet commandable',
    some: 'Activée pour les objets nommés ci-dessous',
  },
  objects: 'Objets qui peuvent être écrits',
  objectsHint: 'Un par ligne, par type et instance, comme analogValue 3. Pour le troisième choix seulement.',
  warning: 'Ce que l’écriture permet',
  text: 'Les personnes qui ont le droit de forcer peuvent alors commander cet équipement, aux priorités 8, 1 ou 16 et à aucune autre ; celles qui peuvent modifier les horaires peuvent changer ses semaines et ses calendriers. Les forçages restent sur l’automate jusqu’à leur fin ou leur libération ; tant qu’il en reste un, l’écriture ne peut pas être désactivée.',
  last: 'Dernière modification par {{by}} : {{reason}}',
  apply: 'Modifier l’écriture',
  on: 'L’écriture vers cet automate est activée',
  onSome: 'L’écriture vers cet automate est activée pour certains objets',
  off: 'L’écriture vers cet automate est désactivée',
  offText:
    'Il est seulement lu. Ses points ne peuvent pas être forcés d’ici, et une alarme est acquittée ici, pas sur l’automate.',
  offMay: 'Un administrateur de l’organisation ou du client peut activer l’écriture.',
  unsupported: 'La liaison avec cet automate ne sait pas écrire.',
  change: 'Modifier l’écriture',
} satisfies Same<typeof en>
