import type { Same } from '~/i18n/same'
import type en from './en'

const network = {
  interface: { bridge: 'Pont', primary: 'Primaire', secondary: 'Secondaire', auxiliary: 'Auxiliaire' },
  field: {
    enabled: 'Interface',
    interfaces: 'Membres',
    dhcpEnabled: 'DHCP',
    ipAddress: 'Adresse IP',
    subnetPrefixLength: 'Longueur du préfixe de sous-réseau',
    gateway: 'Passerelle',
    primaryDns: 'Serveur DNS primaire',
    secondaryDns: 'Serveur DNS secondaire',
  },
  dhcpHint: 'Quand DHCP est activé, les adresses ci-dessous sont effacées.',
  prefixHint: 'De 1 à 30, par exemple 24',
  bulkAddress: 'Plusieurs automates ne peuvent pas avoir la même adresse. Modifiez-la sur chaque automate.',
  setting: '{{interface}} : {{field}}',
  title: 'Paramètres réseau',
  of: 'Paramètres réseau – {{name}}',
  ofMany_one: 'Paramètres réseau de {{count, number}} automate',
  ofMany_other: 'Paramètres réseau de {{count, number}} automates',
  keptHere: 'Dès qu’il y a des automates, leurs paramètres réseau se trouvent ici.',
  noneHere: 'Aucun automate ici n’a de paramètres réseau',
  change: 'Modifier les paramètres réseau…',
  changeThese: 'Modifier les paramètres de la sélection…',
  choose: 'Sélectionnez les automates dont vous voulez modifier les paramètres réseau, puis revenez.',
  none: 'Cet automate n’a pas de paramètres réseau',
  noneText: 'Aucune de ses interfaces n’a de valeur.',
  send: 'Envoyer les paramètres réseau',
  sendText:
    'Sélectionnez des automates sur la page des paramètres réseau, ou envoyez toutes les modifications en attente. Avant tout envoi, vous voyez ce qui arrivera à chaque automate.',
  backTo: 'Retour aux paramètres réseau du site',
  board: 'Vers les paramètres réseau',
  back: 'Rétablir des paramètres réseau',
  unsupported: 'il n’a pas cette interface',
  preflight: {
    twiceHere: 'Un autre des automates sélectionnés a aussi cette adresse : un seul d’entre eux serait joignable.',
    twiceOnSite: 'Un autre automate du site a cette adresse : un seul d’entre eux serait joignable.',
    tunnel: 'Un tunnel ouvert mène à lui, et se ferme à l’envoi.',
    noNames: 'Il ne resterait aucun serveur de noms : il ne trouverait plus aucun service et serait hors ligne ici.',
    addressesNotChecked:
      'Non vérifié : l’existence d’une de ces adresses sur un autre automate du site n’a pas pu être recherchée pour tous.',
    tunnelsNotChecked: 'Non vérifié : les tunnels ouverts, qui se fermeraient à l’envoi.',
    wayChanges: 'Le chemin vers lui change : en cas d’erreur, il n’est plus joignable que sur place.',
  },
  lost: {
    title_one: '{{count, number}} automate n’est pas revenu depuis l’envoi de ses paramètres réseau',
    title_other: '{{count, number}} automates ne sont pas revenus depuis l’envoi de leurs paramètres réseau',
    since: 'envoyé',
    text: 'Ce qui était enregistré auparavant peut être renvoyé par une seule modification. Elle attend un automate hors ligne, et lui est envoyée dès qu’il est là.',
    more_one: 'et {{count, number}} autre',
    more_other: 'et {{count, number}} autres',
    part: 'Ce service ne peut pas les nommer tous à la fois : seuls ceux de cette page ont été vérifiés.',
    back_one: 'Renvoyer ce qu’avait {{count, number}} automate',
    back_other: 'Renvoyer ce qu’avaient {{count, number}} automates',
  },
  drops:
    'Une modification du réseau peut couper la connexion : un automate qui ne revient pas dans les 120 secondes reprend ses anciens paramètres, et l’envoi échoue.',
} satisfies Same<typeof en>

export default network
