import type { Same } from '~/i18n/same'
import type en from './en'

const designer = {
  of: 'Pages graphiques – {{name}}',
  pages: 'Pages',
  home: 'Page d’accueil',
  dimensions: '{{width}} × {{height}}',
  pictureOf: 'Image : {{title}}, sans valeurs en direct',
  noPicture: 'Aucune image',
  frameOf: '{{title}}, dessinée par le concepteur graphique',
  failed: 'Le concepteur graphique ne s’est pas chargé',
  failedText: 'L’image montre la page sans valeurs en direct. Rechargez la page pour réessayer.',
  none: 'Ce site n’a pas de projet graphique',
  noPages: 'Ce projet n’a pas de page',
  noneText:
    'Les pages dessinées pour ce site dans le concepteur graphique apparaissent ici, avec leurs valeurs en direct.',
  project: 'Projet graphique',
  about: 'À propos du projet',
  name: 'Projet',
  version: 'Version',
  updatedAt: 'Enregistré',
  updatedBy: 'Enregistré par',
  size: 'Taille',
} satisfies Same<typeof en>

export default designer
