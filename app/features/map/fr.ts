import type { Same } from '~/i18n/same'
import type en from './en'

const map: Same<typeof en> = {
  titleOf: 'Carte des sites – {{name}}',
  caption:
    'Carte : chaque repère est une région ou un site de la liste et y mène ; celui de plusieurs sites mène à leur carte',
  legend:
    'Un repère est d’autant plus grand qu’il compte d’automates ; son anneau est fermé dans la mesure où ils sont connectés. En rouge : une alarme critique, ou plus d’un cinquième hors ligne.',
  sitesSome_one: '{{sites}}, dont {{count, number}} sans coordonnées',
  sitesSome_other: '{{sites}}, dont {{count, number}} sans coordonnées',
  showAll: 'Afficher tous les sites',
  markOfMany_one: '{{names}} et {{count, number}} autre',
  markOfMany_other: '{{names}} et {{count, number}} autres',
  list: 'Sites de la carte',
  regions: 'Régions de la carte',
  region: 'Région',
  noRegion: 'Sans région',
  offline: 'Hors ligne',
  critical_one: '{{count, number}} alarme critique',
  critical_other: '{{count, number}} alarmes critiques',
  unplaced: 'sans coordonnées',
  toSites: 'Afficher les sites',
  empty: 'Ce client n’a pas encore de site.',
  nothing: 'Aucun site n’a de coordonnées ici.',
  nothingHint: 'Ajoutez une latitude et une longitude à un site pour le voir sur la carte.',
}

export default map
