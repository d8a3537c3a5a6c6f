import type { Same } from '~/i18n/same'
import type en from './en'

const map: Same<typeof en> = {
  titleOf: 'Carte des sites – {{name}}',
  caption:
    'Carte : chaque repère est un site de la liste, avec son numéro ; un losange a des automates hors ligne ; ×n en désigne plusieurs, tout proches, et mène à leur carte',
  sitesSome_one: '{{sites}}, dont {{count, number}} sans coordonnées',
  sitesSome_other: '{{sites}}, dont {{count, number}} sans coordonnées',
  showAll: 'Afficher tous les sites',
  markOfMany_one: '{{names}} et {{count, number}} autre',
  markOfMany_other: '{{names}} et {{count, number}} autres',
  list: 'Sites de la carte',
  number: 'N°',
  place: 'Lieu',
  unplaced: 'sans coordonnées',
  empty: 'Ce client n’a pas encore de site.',
  nothing: 'Aucun site n’a de coordonnées ici.',
  nothingHint: 'Ajoutez une latitude et une longitude à un site pour le voir sur la carte.',
}

export default map
